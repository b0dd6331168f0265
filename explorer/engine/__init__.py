"""Everything slow: reading files, encoding, storing and ranking."""
