"""Random texts through `decode --stream --format csv`, with Python's csv module as the reader.

    csv_property.py PROGRAM RECEIPT

Every text has to come back as it was, but for control characters and for apostrophes before what would be formulas; and no part of a
line, split at whatever a spreadsheet may split at, begins a formula.
"""

import csv, io, json, random, re, subprocess, sys, unicodedata

program, receipt = sys.argv[1], open(sys.argv[2]).read().strip()
random.seed(20260101)
formulas = "=+-@\uff1d\uff0b\uff0d\uff20"
pieces = list(formulas) + list(",;|\t\r\n\"' ")
pieces += ["\u00a0", "\u200b", "\u200d", "\u2060", "\ufeff", "\u202e", "\u2009", "\u3000", "\u201c", "\u00ad"]
pieces += ["\x00", "\x1b", "\x7f", "\x86", "a", "cmd", "SUM(A1)", "1", "\u00e9", "\U0001f600", "com.example.x-y"]
texts = ["".join(random.choice(pieces) for _ in range(random.randint(0, 9))) for _ in range(3000)]
lines = "".join(json.dumps({"r": receipt, "k": text}) + "\n" for text in texts)
options = ["--stream", "--format", "csv", "--field", "r", "--keep", "k", "--jobs", "1"]
run = subprocess.run([program, "decode"] + options, input=lines.encode(), capture_output=True)
output = run.stdout.decode("utf-8")
rows = list(csv.reader(io.StringIO(output, newline="")))
found = {}
for row in rows[1:]:
    found.setdefault(row[1], row[2])


def picture(c):
    """What stands for a control character."""
    if ord(c) < 32 and c not in "\t\r\n":
        return chr(0x2400 + ord(c))
    return "\u2421" if c == "\x7f" else "\ufffd" if 0x80 <= ord(c) < 0xA0 else c


def begins_formula(part):
    for c in part:
        if c not in ' "' and not c.isspace() and unicodedata.category(c) not in ("Cf", "Pi", "Pf"):
            return c in formulas
    return False


splitting = "([,;|\t\r\n])"
for number, text in enumerate(texts, 1):
    cell, expected = found[str(number)], "".join(map(picture, text))
    parts, wanted = re.split(splitting, cell), re.split(splitting, expected)
    # A text that begins with a tab or a line break has an apostrophe as well.
    opens = expected[:1] in ("\t", "\r", "\n") and expected != ""
    assert len(parts) == len(wanted), (text, cell)
    for place, (part, want) in enumerate(zip(parts, wanted)):
        assert part == ("'" + want if begins_formula(want) or (opens and place == 0) else want), (text, cell)
    for delimiter in ",;|\t\n\r":
        assert not any(map(begins_formula, cell.split(delimiter))), (text, cell)
for line in re.split("[\r\n]", output):
    assert not any(map(begins_formula, re.split("[,;|\t]", line))), line
print(len(texts), "texts")
