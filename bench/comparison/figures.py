"""Medians, ratios and spreads of alternating runs."""

import math
import statistics


def quartiles(values):
    if len(values) < 2:
        return values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def summary(pairs, key="rate"):
    """What pairs of results (None: no figure) say: medians of both, and the ratio with its quartiles.

    The ratio is the median of the pairs' ratios: what changed on the machine between one pair and the next leaves it alone.
    """
    def known(result):
        return result is not None and result.get(key, 0) > 0

    first = [a[key] for a, _ in pairs if known(a)]
    second = [b[key] for _, b in pairs if known(b)]
    ratios = [a[key] / b[key] for a, b in pairs if known(a) and known(b)]
    result = {"first": statistics.median(first) if first else None,
              "second": statistics.median(second) if second else None,
              "ratio": None, "low": None, "high": None}
    if ratios:
        result["ratio"] = statistics.median(ratios)
        result["low"], result["high"] = quartiles(ratios)
    return result


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values))) if values else None
