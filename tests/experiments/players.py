"""Tiny agents for tests."""

import numpy as np

from trick_taking.choice import uniform_legal


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
