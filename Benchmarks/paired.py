"""Times two commands against each other: A, B, B, A, A, B, ... with their output thrown away.

usage: paired.py PAIRS COMMAND-A... -- COMMAND-B...

In pairs, because a machine's speed drifts over seconds and both commands of a pair see the same drift; in alternating order,
because the second of two may profit from the first. Prints a row of a Markdown table for each command.
"""

import os
import statistics
import sys
import time

WARM_UP = 10


def once(command, environment, files):
    """The wall-clock time in milliseconds from before the start of a process until it was waited for."""
    began = time.perf_counter_ns()
    process = os.posix_spawnp(command[0], command, environment, file_actions=files)
    _, status = os.waitpid(process, 0)
    elapsed = time.perf_counter_ns() - began
    if status != 0:
        # A command that fails quickly would win.
        sys.exit(f"error: left with {os.waitstatus_to_exitcode(status)}: {' '.join(command)}")
    return elapsed / 1e6


def row(name, times):
    first, median, third = statistics.quantiles(times, n=4)
    return f"| {name} | {median:.2f} | {first:.2f} | {third:.2f} | {min(times):.2f} |"


def main(arguments):
    if len(arguments) < 4 or "--" not in arguments:
        sys.exit(__doc__)
    pairs, split = int(arguments[0]), arguments.index("--")
    a, b = arguments[1:split], arguments[split + 1 :]
    null = [(os.POSIX_SPAWN_OPEN, stream, "/dev/null", os.O_RDWR, 0) for stream in (0, 1, 2)]
    # Nothing of the caller's environment but what finds the commands.
    environment = {"PATH": os.environ.get("PATH", os.defpath)}

    for _ in range(WARM_UP):
        once(a, environment, null)
        once(b, environment, null)
    times_a, times_b = [], []
    for pair in range(pairs):
        order = [(a, times_a), (b, times_b)]
        for command, times in order if pair % 2 == 0 else reversed(order):
            times.append(once(command, environment, null))

    print("| command | median, ms | first quartile | third quartile | fastest |")
    print("| --- | ---: | ---: | ---: | ---: |")
    print(row("A", times_a))
    print(row("B", times_b))
    ratios = [x / y for x, y in zip(times_a, times_b)]
    low, _, high = statistics.quantiles(ratios, n=4)
    ratio = statistics.median(times_a) / statistics.median(times_b)
    print(f"\nA / B: {ratio:.3f} (ratio of medians; quartiles of the {pairs} paired ratios: {low:.3f} to {high:.3f})")


main(sys.argv[1:])
