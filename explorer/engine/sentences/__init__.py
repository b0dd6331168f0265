"""Context sentences written by a language model: optional, off until the user names a server (DESIGN 4.8).

`prompt` says what is sent, `clients` speak the two protocols, `cache` keeps every sentence by its content, `plan` finds
what is missing, `bill` what that will cost, `run` does it, `lookup` hands the sentences to headers and audit.
"""
