"""Everything that chooses actions: baselines, networks, learners and their checkpoints."""
