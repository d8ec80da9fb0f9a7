"""Time that passes only when somebody sleeps."""


class PassingTime:
    """Stands in for `notebrain.cloud.rate_limit.RealTime`; `slept` has every wait."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
