"""Chunks that another pipeline made: its records understood, and a document of them read as it was cut."""
