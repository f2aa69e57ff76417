"""The workshop in the yard: draws scenes, trains the two nets, exports and measures them.

Owns all that is needed to make `vision/model/` again, on a CPU, from seeds. Nobody imports
it; its dependencies are the extra `train`. Refuses photos not marked `train`.
Start reading at README.md beside this file.
"""
