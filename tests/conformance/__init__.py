"""What the libraries around us demand of an environment."""
