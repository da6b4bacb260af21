"""Results as pictures: SVG with a light ground, so that they are read on any page."""

import html
import math

COLORS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf")


def text(x, y, words, anchor="start", size=11, color="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{color}">'
            f"{html.escape(words)}</text>")


def line(x0, y0, x1, y1, color="#ccc", width=1):
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{color}" stroke-width="{width}"/>'


def document(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
            f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def ratios(result):
    """A bar for each case that both drivers drew, from 1 to its ratio on a logarithmic scale, with its quartiles."""
    entries = [entry for entry in result["cases"] if entry["wall"]["ratio"]]
    left, row, top, width = 190, 16, 64, 820
    values = [entry["wall"][key] for entry in entries for key in ("low", "high")] or [1]
    low = 2.0 ** math.floor(math.log2(min(*values, 0.5)))
    high = 2.0 ** math.ceil(math.log2(max(*values, 2.0)))

    def x(ratio):
        return left + (width - left - 60) * math.log(ratio / low) / math.log(high / low)

    height = top + row * len(entries) + 30
    names = (result["first"]["name"], result["second"]["name"])
    parts = [text(10, 20, f"{names[0]} / {names[1]}: how many times as fast", size=15),
             text(10, 38, f"{result['date']}, commit {result['commit']}, {result['machine']['cpu']}, {result['threads']} threads, "
                          f"{result['width']} x {result['height']}", color="#666")]
    step = low
    while step <= high:
        parts.append(line(x(step), top - 8, x(step), height - 20, "#888" if step == 1 else "#ddd"))
        parts.append(text(x(step), height - 6, f"{step:g}", "middle"))
        step *= 2
    for i, entry in enumerate(entries):
        y, ratio = top + row * i, entry["wall"]["ratio"]
        start, end = sorted((x(1), x(ratio)))
        color = "#2c7fb8" if ratio >= 1 else "#d95f0e"
        parts.append(text(left - 8, y + 9, entry["case"], "end"))
        parts.append(f'<rect x="{start:.1f}" y="{y}" width="{max(end - start, 1):.1f}" height="{row - 4}" fill="{color}"/>')
        parts.append(line(x(entry["wall"]["low"]), y + 6, x(entry["wall"]["high"]), y + 6, "#222"))
        parts.append(text(width - 6, y + 10, f"{ratio:.2f}", "end"))
    return document(width, height, parts)


def scaling(result):
    """A chart for each axis: rates as multiples of the first step's."""
    size, gap, legend = 260, 60, 16
    rows = max(len(axis["rows"]) for axis in result["axes"])
    width = gap + (size + gap) * len(result["axes"])
    height = 60 + size + 40 + legend * rows
    parts = [text(10, 20, f"How rates change: {result['first']['name']} and {result['second']['name']}, {result['date']}", size=15)]
    for number, axis in enumerate(result["axes"]):
        left, top = gap + (size + gap) * number, 50
        relative = [[rate / row["rates"][0] if rate and row["rates"][0] else None for rate in row["rates"]]
                    for row in axis["rows"]]
        most = max([value for values in relative for value in values if value] + [1])
        parts.append(text(left, top - 8, axis["name"], size=13))
        parts.append(f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="none" stroke="#888"/>')
        last = max(len(axis["steps"]) - 1, 1)
        for i, step in enumerate(axis["steps"]):
            parts.append(text(left + size * i / last, top + size + 16, str(step), "middle"))
        for mark in (0, 0.5, 1):
            parts.append(text(left - 4, top + size - size * mark + 4, f"{most * mark:.2g}", "end"))
        parts.append(line(left, top + size - size / most, left + size, top + size - size / most))
        for i, (row, values) in enumerate(zip(axis["rows"], relative)):
            points = " ".join(f"{left + size * at / last:.1f},{top + size - size * value / most:.1f}"
                              for at, value in enumerate(values) if value)
            dash = "" if row["driver"] == result["first"]["name"] else ' stroke-dasharray="4 3"'
            color = COLORS[i // 2 % len(COLORS)]
            parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
            parts.append(text(left, top + size + 36 + legend * i, f"{row['case']}, {row['driver']}", color=color))
    return document(width, height, parts)
