"""Tiny agents for tests."""

import os
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from trick_taking.choice import uniform_legal

JACK_OF_CLUBS = np.uint64(1 << 3)


class Sampled:
    """Uniform over the legal actions."""

    def __init__(self, name="sampled"):
        self.name = name

    def act(self, view):
        return uniform_legal(view.legal, view.keys)


class First:
    """Always the first legal action."""

    name = "first"

    def act(self, view):
        return view.legal.argmax(axis=1)


class Bold:
    """The last legal action: solo whenever it may, then the lowest diamonds."""

    name = "bold"

    def act(self, view):
        return view.legal.shape[1] - 1 - view.legal[:, ::-1].argmax(axis=1)


class Illegal:
    """An action that does not exist."""

    name = "cheat"

    def act(self, view):
        return np.full(len(view), 42)


class Wordy:
    """Answers with no actions."""

    name = "wordy"

    def act(self, view):
        return np.full(len(view), 0.5)


class Touchy(Sampled):
    """Cannot play holding the jack of clubs, and then says so."""

    def __init__(self, name="touchy"):
        super().__init__(name)

    def act(self, view):
        if (view.information_state.hand & JACK_OF_CLUBS).any():
            raise RuntimeError("I cannot\nplay jacks of clubs")
        return super().act(view)


class Mortal(Sampled):
    """Ends its process once, in the middle of a deal, where the file of MORTAL is missing."""

    def __init__(self, game):
        super().__init__("mortal")

    def act(self, view):
        marker = Path(os.environ["MORTAL"])
        if (view.information_state.tricks_played == 3).any() and not marker.exists():
            marker.touch()
            os._exit(1)
        return super().act(view)


class Hung(Sampled):
    """Answers no more once the file named by HUNG is there."""

    def __init__(self, game):
        super().__init__("hung")

    def act(self, view):
        while os.path.exists(os.environ["HUNG"]):
            with suppress(Exception):
                time.sleep(60)
        return super().act(view)


class Doomed(Sampled):
    """Ends every worker that asks it."""

    def __init__(self, game):
        super().__init__("doomed")

    def act(self, view):
        os._exit(1)


def bold(game):
    """Bold, as `import:` makes agents."""
    return Bold()
