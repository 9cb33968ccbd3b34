"""The numpy-vectorised core that the trick-taking games share."""
