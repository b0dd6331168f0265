"""Item models: adapters between frozen data and Qt's views."""
