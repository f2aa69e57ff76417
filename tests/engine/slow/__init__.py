"""The second judge: slow, obvious, and written without a look at the first.

Owns brute force over placements and partitions, from the rules' letter alone, so that agreement with
`referee.engine` means something. Refuses the engine's rooms but `cards` and the rule set as data.
An answer is a list of `Answer`: more than one where the rules leave several open, the first preferred.
Start reading at `slow_judge` in `judge`, then `melds`.
"""

from tests.engine.slow.answers import Answer
from tests.engine.slow.judge import slow_judge

__all__ = ["Answer", "slow_judge"]
