/* Random rollouts of two-trump Spitzer under its default rules: what a C program can do.

   This is a limit to compare with, not a second engine: `hidden-partners benchmark` builds it where
   there is a compiler, and a test replays its deals in spitzer_v0, where the rules are explained.

   rollouts GAMES SECONDS SEED   play so many games in turns; speeds and statistics as JSON
   rollouts trace DEALS SEED     print deals, moves, legal sets, observations and units */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__BMI2__) || defined(__AVX2__)
#include <immintrin.h>
#endif

enum { SEATS = 4, CARDS = 32, TRICKS = 8, TRUMP = 4, QUEEN = 2, SEVEN = 31, PASS = 32, SOLO = 33 };
enum { ACTIONS = 43, FEATURES = 335, NONE = -1 };

static const uint32_t TRUMPS = 0x80000004; /* QC and 7D, SP3 */
static const uint32_t GROUPS[5] = {0xFB, 0xFF00, 0xFF0000, 0x7F000000, 0x80000004};
static const int8_t POINTS[8] = {11, 4, 3, 2, 10, 0, 0, 0}; /* A K Q J T 9 8 7, SP5 */
static const int8_t ORDER[8] = {7, 5, 4, 3, 6, 2, 1, 0};    /* SP4 */

static int8_t group_of[CARDS], strength_of[CARDS], points_of[CARDS];
static uint64_t spread[256]; /* the bits of a byte, a byte each */

typedef struct {
    uint64_t random;
    uint32_t hands[SEATS], played[SEATS];
    uint8_t points[SEATS], tricks[SEATS], voids[SEATS];
    uint8_t side_trick[2], spoken, plays;
    int8_t side_seat[2], holders[2], trick[SEATS];
    int8_t seat, dealer, leader, taker, led, best, size, on_table, tricks_played, solo;
    int8_t units[SEATS];
} Game;

static struct {
    long deals, won, schneider, schwarz, both, solos, points, squares, eldest;
} sums;

static void make_tables(void) {
    for (int card = 0; card < CARDS; card++) {
        int trump = TRUMPS >> card & 1;
        group_of[card] = trump ? TRUMP : card >> 3;
        strength_of[card] = card == QUEEN ? 9 : card == SEVEN ? 8 : ORDER[card & 7];
        points_of[card] = POINTS[card & 7];
    }
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0; bit < 8; bit++) spread[byte] |= (uint64_t)(byte >> bit & 1) << 8 * bit;
}

static uint64_t draw(uint64_t *random) { /* SplitMix64 */
    uint64_t z = *random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(uint64_t number, int limit) { return (number >> 32) * limit >> 32; }

static int any_member(uint64_t set, uint64_t *random) {
    int n = below(draw(random), __builtin_popcountll(set));
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << n, set));
#else
    while (n--) set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

static void clear_table(Game *game, int leader) {
    game->seat = game->leader = leader;
    game->led = game->taker = game->best = NONE;
    game->size = game->on_table = 0;
    memset(game->trick, NONE, sizeof game->trick);
}

static void deal(Game *game) {
    uint8_t pack[CARDS];
    uint64_t random = game->random;
    memset(game, 0, sizeof *game);
    for (int card = 0; card < CARDS; card++) pack[card] = card;
    for (int left = CARDS; left > 1; left--) {
        int place = below(draw(&random), left);
        uint8_t card = pack[place];
        pack[place] = pack[left - 1];
        pack[left - 1] = card;
    }
    for (int place = 0; place < CARDS; place++) {
        game->hands[place >> 3] |= 1u << pack[place];
        if (pack[place] == QUEEN) game->holders[0] = place >> 3;
        if (pack[place] == SEVEN) game->holders[1] = place >> 3;
    }
    game->side_seat[0] = game->side_seat[1] = game->solo = NONE;
    game->dealer = below(draw(&random), SEATS);
    game->random = random;
    clear_table(game, (game->dealer + 1) & 3);
}

static uint64_t legal(const Game *game) {
    uint64_t hand = game->hands[game->seat], both = (hand & TRUMPS) == TRUMPS;
    if (!game->plays) return 1ull << PASS | both << SOLO; /* SP9 */
    uint64_t following = game->led == NONE ? 0 : hand & GROUPS[game->led];
    return following ? following : hand; /* SP10-SP12 */
}

static void score(Game *game) { /* SP14-SP17 */
    int first = game->holders[0], second = game->holders[1], alone = first == second;
    int points = game->points[first] + (alone ? 0 : game->points[second]);
    int tricks = game->tricks[first] + (alone ? 0 : game->tricks[second]);
    int schneider = points >= 91 || points <= 30, schwarz = tricks == TRICKS || tricks == 0;
    int stake = (game->solo == NONE ? 1 : 2) * (1 + schneider + schwarz);
    int loss = points >= 61 ? -stake : stake;
    for (int seat = 0; seat < SEATS; seat++) {
        int side = seat == first || seat == second;
        game->units[seat] = side ? (alone ? -3 * loss : -loss) : loss;
        sums.squares += game->units[seat] * game->units[seat];
    }
    sums.deals++, sums.won += points >= 61, sums.points += points;
    sums.schneider += schneider, sums.schwarz += schwarz;
    sums.both += alone, sums.solos += game->solo != NONE;
    sums.eldest += game->units[(game->dealer + 1) & 3];
}

static void speak(Game *game, int action) {
    int seat = game->seat;
    if (action == SOLO) {
        game->solo = seat;
        for (int other = 0; other < SEATS; other++)
            if (other != seat) game->voids[other] |= 1 << TRUMP;
    }
    game->spoken |= 1 << seat;
    game->plays = game->spoken == 15;
    game->seat = (seat + 1) & 3;
}

static int play(Game *game, int card) { /* whether the deal is over */
    int seat = game->seat, group = group_of[card], strength = strength_of[card];
    if (!game->size) game->led = group;
    game->voids[seat] |= (group != game->led) << game->led;
    if (!game->size || ((group == game->led || group == TRUMP) && strength > game->best))
        game->taker = seat, game->best = strength; /* SP13 */
    game->hands[seat] ^= 1u << card;
    game->played[seat] |= 1u << card;
    game->trick[game->size++] = card;
    game->on_table += points_of[card];
    if (group == TRUMP) {
        game->side_trick[card == SEVEN] = game->tricks_played + 1;
        game->side_seat[card == SEVEN] = seat;
    }
    game->seat = (seat + 1) & 3;
    if (game->size < SEATS) return 0;
    game->points[game->taker] += game->on_table;
    game->tricks[game->taker]++;
    game->tricks_played++;
    clear_table(game, game->taker);
    return game->tricks_played == TRICKS;
}

static int step(Game *game, int action) { /* whether the deal is over */
    if (!game->plays) return speak(game, action), 0;
    return play(game, action) ? score(game), 1 : 0;
}

static uint64_t seat_bit(int seat, int viewer) {
    return seat == NONE ? 0 : 1ull << ((seat - viewer) & 3);
}

static uint32_t turned(const uint8_t *by_seat, int me) { /* a byte a seat, the viewer's lowest */
    uint32_t all = by_seat[0] | by_seat[1] << 8 | by_seat[2] << 16 | (uint32_t)by_seat[3] << 24;
    return all >> 8 * me | all << (-8 * me & 31);
}

static uint8_t *put(uint8_t *row, uint64_t set, int flags) {
    for (int byte = 0; byte < flags; byte += 8) memcpy(row + byte, &spread[set >> byte & 255], 8);
    return row + flags; /* up to 7 bytes beyond it are written over by what follows */
}

static uint8_t *put_cards(uint8_t *row, uint32_t set) {
#ifdef __AVX2__
    __m256i each_byte = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202,
                                          0x0101010101010101, 0);
    __m256i its_bit = _mm256_set1_epi64x((long long)0x8040201008040201);
    __m256i spread_out = _mm256_shuffle_epi8(_mm256_set1_epi32((int)set), each_byte);
    __m256i found = _mm256_cmpeq_epi8(_mm256_and_si256(spread_out, its_bit), its_bit);
    _mm256_storeu_si256((__m256i *)row, _mm256_and_si256(found, _mm256_set1_epi8(1)));
    return row + CARDS;
#else
    return put(row, set, CARDS);
#endif
}

static uint64_t sides(const Game *game, int me) { /* role, trump_side, defenders, queen, seven */
    uint32_t own = game->hands[me] | game->played[me];
    uint64_t queen = seat_bit(game->side_seat[0], me), seven = seat_bit(game->side_seat[1], me);
    uint64_t has_queen = own >> QUEEN & 1, has_seven = own >> SEVEN & 1;
    uint64_t known = queen | seven | seat_bit(game->solo, me) | has_queen | has_seven;
    uint64_t against = (game->hands[me] & TRUMPS) == 0;
    for (int step = 1; step < SEATS; step++)
        against |= (uint64_t)(game->voids[(me + step) & 3] >> TRUMP & 1) << step;
    if (((queen | has_queen) && (seven | has_seven)) || game->solo != NONE) against = 15;
    return 1ull << (has_queen + 2 * has_seven) | known << 4 | (against & ~known) << 8 | queen << 12
        | seven << 16;
}

static void observe(const Game *game, uint8_t *row) { /* the layout of spitzer_v0, FEATURES bytes */
    int me = game->seat;
    row = put_cards(row, game->hands[me]);
    for (int step = 0; step < SEATS; step++) row = put_cards(row, game->played[(me + step) & 3]);
    for (int place = 0; place < SEATS - 1; place++)
        row = put_cards(row, game->trick[place] == NONE ? 0 : 1u << game->trick[place]);
    uint64_t voids = 0, small = game->led == NONE ? 0 : 1ull << game->led;
    for (int step = 0; step < SEATS; step++)
        voids |= (uint64_t)(turned(game->voids, me) >> 8 * step & 31) << 5 * step;
    small |= seat_bit(game->leader, me) << 5 | seat_bit(game->taker, me) << 9;
    small |= sides(game, me) << 13 | voids << 33 | seat_bit(game->solo, me) << 53;
    small |= (uint64_t)((game->spoken >> me | game->spoken << (SEATS - me)) & 15) << 57;
    row = put(row, small, 61);
    row = put(row, seat_bit(game->dealer, me) | 16ull << game->plays, 6);
    uint32_t numbers[2] = {turned(game->points, me), turned(game->tricks, me)};
    memcpy(row, numbers, 8);
    row[8] = game->on_table, row[9] = game->tricks_played;
    row[10] = game->side_trick[0], row[11] = game->side_trick[1];
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; } /* of CPU time */

/* Decisions a second; with `rows` each is shown an observation and its mask. */
static double per_second(Game *games, int num_games, double limit, uint8_t *rows, uint8_t *masks) {
    long decisions = 0;
    double start = seconds();
    do {
        for (int turn = 0; turn < 36; turn++)
            for (int number = 0; number < num_games; number++) {
                Game *game = &games[number];
                uint64_t allowed = legal(game);
                if (rows) {
                    observe(game, rows + (size_t)number * FEATURES);
                    put(masks + (size_t)number * ACTIONS, allowed, ACTIONS);
                }
                if (step(game, any_member(allowed, &game->random))) deal(game);
            }
        decisions += 36L * num_games;
    } while (seconds() - start < limit);
    return decisions / (seconds() - start);
}

static void trace(int deals, uint64_t seed) {
    Game game = {.random = seed};
    uint8_t row[FEATURES + 8];
    for (int number = 0; number < deals; number++) {
        deal(&game);
        uint32_t *hands = game.hands;
        printf("deal %d %x %x %x %x\n", game.dealer, hands[0], hands[1], hands[2], hands[3]);
        for (int over = 0; !over;) {
            uint64_t allowed = legal(&game);
            int action = any_member(allowed, &game.random);
            observe(&game, row);
            printf("move %d %d %llx ", game.seat, action, (unsigned long long)allowed);
            for (int place = 0; place < FEATURES; place++)
                printf("%02x%s", row[place], place < FEATURES - 1 ? "" : "\n");
            over = step(&game, action);
        }
        printf("units %d %d %d %d\n", game.units[0], game.units[1], game.units[2], game.units[3]);
    }
}

int main(int count, char **given) {
    if (count != 4) return fprintf(stderr, "rollouts GAMES SECONDS SEED | trace DEALS SEED\n"), 2;
    uint64_t seed = strtoull(given[3], NULL, 10);
    make_tables();
    if (!strcmp(given[1], "trace")) return trace(atoi(given[2]), seed), 0;
    int num_games = atoi(given[1]);
    double limit = atof(given[2]);
    Game *games = calloc(num_games, sizeof *games);
    uint8_t *rows = calloc(num_games, FEATURES), *masks = calloc(num_games + 1, ACTIONS);
    if (!games || !rows || !masks) return fprintf(stderr, "no memory\n"), 1;
    for (int number = 0; number < num_games; number++) { /* at different moves of their deals */
        games[number].random = draw(&seed);
        deal(&games[number]);
        for (int move = 0; move < number % 36; move++)
            step(&games[number], any_member(legal(&games[number]), &seed));
    }
    double whole = per_second(games, num_games, limit, rows, masks);
    memset(&sums, 0, sizeof sums);
    double bare = per_second(games, num_games, limit, NULL, NULL);
    unsigned check = masks[0]; /* so that the compiler cannot leave out what nobody reads */
    for (int place = 0; place < num_games * FEATURES; place++) check += rows[place];
    printf("{\"whole\": %.0f, \"bare\": %.0f, \"features\": %d, \"bytes\": %zu, \"check\": %u, ",
           whole, bare, FEATURES, sizeof(Game), check);
    printf("\"deals\": %ld, \"won\": %ld, \"schneider\": %ld, \"schwarz\": %ld, \"both\": %ld, ",
           sums.deals, sums.won, sums.schneider, sums.schwarz, sums.both);
    printf("\"solos\": %ld, \"points\": %ld, \"squares\": %ld, \"eldest\": %ld}\n", sums.solos,
           sums.points, sums.squares, sums.eldest);
    return 0;
}
