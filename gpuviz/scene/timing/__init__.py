"""CPU against GPU times of the last run and of the session."""
