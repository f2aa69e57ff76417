"""How Hypothesis looks for breaches of the engine's laws: the same examples every time, no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile("laws", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("laws")
