"""How texts become vectors: the model converted for OpenVINO where that can be had, else by sentence-transformers.

A model is converted once, in a process of its own (`explorer.engine.encoders.convert`), which also makes sure that the
converted one gives the vectors of the original. What it makes is kept in the user's cache folder and needs neither
torch nor sentence-transformers to run.
"""
