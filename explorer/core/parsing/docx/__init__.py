"""Word documents (Office Open XML)."""
