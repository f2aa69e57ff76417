"""The database of every schema there was, each with a match in it, and beside it the totals it must fold to.

Named by the revision of their schema; release 0.1.0 begins with `0001` to `0003` and is released
with the last of them. A new migration adds its own with `python -m tests.store.schemas`; none is ever made anew.
"""
