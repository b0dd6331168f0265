"""Data and pure functions: nothing here opens a store, starts a process or draws."""
