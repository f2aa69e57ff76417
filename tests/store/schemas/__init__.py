"""The database of every schema there was, each with a match in it, and beside it the totals it must fold to.

`0001` is the first one written; after it, one file for each release. A release adds its own with
`python -m tests.store.schemas 0.2.0`; none is ever made anew.
"""
