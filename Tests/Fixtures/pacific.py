"""Prints Tests/Fixtures/pacific.txt: what Python's zoneinfo says of America/Los_Angeles.

usage: python3 Tests/Fixtures/pacific.py > Tests/Fixtures/pacific.txt

One line an instant: seconds since 1970, UTC, local time. Around every change from 1970 to 2040 (found by asking every hour),
the turns of years, and leap days.
"""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

zone = ZoneInfo("America/Los_Angeles")
hour = timedelta(hours=1)
instants = set()
moment = datetime(1970, 1, 1, tzinfo=timezone.utc)
changes = 0
while moment.year < 2041:
    if moment.astimezone(zone).utcoffset() != (moment + hour).astimezone(zone).utcoffset():
        changes += 1
        change = moment + hour
        for seconds in (-3601, -1, 0, 3600):
            instants.add(change + timedelta(seconds=seconds))
    moment += hour
for year in list(range(1970, 2041)) + [2099, 2100, 2400, 4001, 9999]:
    for month, day in ((1, 1), (7, 4), (12, 31)):
        for time in ((7, 59, 59), (8, 0, 0)):
            instants.add(datetime(year, month, day, *time, tzinfo=timezone.utc))
    if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        instants.add(datetime(year, 2, 29, 12, 0, 0, tzinfo=timezone.utc))
assert changes == 142, changes
epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
for instant in sorted(instants):
    local = instant.astimezone(zone)
    seconds = (instant - epoch) // timedelta(seconds=1)
    print(seconds, f"{instant:%Y-%m-%dT%H:%M:%SZ}", f"{local:%Y-%m-%dT%H:%M:%S}")
