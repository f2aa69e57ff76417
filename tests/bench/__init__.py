"""Benchmarks: `python -m tests.bench` prints one table, medians over runs.

Owns the measuring of speed and memory, and the same hands as an exact-cover model beside the solver.
Refuses to judge right from wrong: the tests do. Start reading at `__main__`.
"""
