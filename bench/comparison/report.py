"""Results as text: what was measured where, and a row for each case."""


def number(value):
    if value is None:
        return "-"
    if value >= 1000:
        return f"{value:.0f}"
    return f"{value:.3g}"


def ratio(entry):
    return "-" if entry["ratio"] is None else f"{entry['ratio']:.2f}"


def difference(entry):
    picture = entry.get("picture")
    if picture is None:
        return "-"
    if picture["largest"] == 0:
        return "same"
    if picture["share"] == 0:
        return f"by {picture['largest']}"
    return f"by {picture['largest']}, {100 * picture['share']:.2g} %"


def heading(result):
    machine = result["machine"]
    lines = [f"{result['first']['name']} against {result['second']['name']}, {result['date']}, commit {result['commit']}",
             f"{machine['cpu']}, {machine['cpus']} CPUs, {result['threads']} threads a driver, load {machine['load']} at the start",
             f"{result['width']} x {result['height']}, {result['pairs']} alternating pairs of {result['seconds']} s a case"]
    for driver in (result["first"], result["second"]):
        lines.append(f"{driver['name']}: {driver['renderer']}; {driver['version']}")
    if result.get("note"):
        lines.append(result["note"])
    return lines


def table(result):
    """Rates per second; ratio > 1: the first one is faster; in brackets the quartiles of the pairs."""
    names = (result["first"]["name"], result["second"]["name"])
    width = max(len(name) for name in names) + 1
    lines = heading(result) + [""]
    lines.append(f"{'case':24} {'unit':>10} {names[0]:>{max(width, 9)}} {names[1]:>{max(width, 9)}} {'ratio':>7} "
                 f"{'quartiles':>13} {'CPU ratio':>9} {'first frame, ms':>17}  pictures differ")
    for entry in result["cases"]:
        wall, cpu, first = entry["wall"], entry["cpu"], entry["first_frame"]
        between = "" if wall["ratio"] is None else f"{wall['low']:.2f}-{wall['high']:.2f}"
        lines.append(f"{entry['case']:24} {entry['unit'] + '/s':>10} {number(wall['first']):>{max(width, 9)}} "
                     f"{number(wall['second']):>{max(width, 9)}} {ratio(wall):>7} {between:>13} {ratio(cpu):>9} "
                     f"{number(first['first']) + ' / ' + number(first['second']):>17}  {difference(entry)}")
        for name, reason in zip(names, entry["reasons"]):
            if reason:
                lines.append(f"{'':24}   {name}: {reason}")
    lines.append("")
    for name, mean in result["means"].items():
        lines.append(f"{name + ' (geometric mean)':35} {mean['wall']:.2f} by time, {mean['cpu']:.2f} by CPU time, of {mean['cases']} cases")
    return "\n".join(lines) + "\n"


def scaling_table(result):
    lines = heading(result)
    for axis in result["axes"]:
        lines += ["", f"{axis['name']}: rate, as a multiple of the first column's"]
        steps = "".join(f"{str(step):>12}" for step in axis["steps"])
        lines.append(f"  {'case':24} {'driver':16}{steps}")
        for row in axis["rows"]:
            base = row["rates"][0]
            cells = "".join(f"{'-' if not rate or not base else f'{rate / base:.2f}':>12}" for rate in row["rates"])
            lines.append(f"  {row['case']:24} {row['driver']:16}{cells}   ({number(base)} {row['unit']}/s)")
    return "\n".join(lines) + "\n"
