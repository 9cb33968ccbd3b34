"""Everything that chooses actions: baselines, networks, learners and their checkpoints."""

from agents.protocol import Agent
from agents.registry import make

__all__ = ["Agent", "make"]
