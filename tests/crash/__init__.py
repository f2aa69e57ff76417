"""Faults: crowds of writers, killed servers, full disks. Small in the suite, large by command:
`python -m tests.crash.crowd --entries 10000` and `python -m tests.crash --kills 200`.
"""
