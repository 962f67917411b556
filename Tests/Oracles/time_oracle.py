"""Works out the rows of Tests/Vectors/time from Python's zoneinfo, by trying one minute after another.

    python3 Tests/Oracles/time_oracle.py           compares the files with what it works out
    python3 Tests/Oracles/time_oracle.py --write   writes them

It shares no code and no method with Sources/Kernel/Time: the definitions of planner spec section 3.2 are tried literally.
"""

import json
import pathlib
import sys
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Vectors" / "time"
MINUTE = timedelta(minutes=1)
UTC = timezone.utc
FIRST, LAST = datetime(2004, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)

ZONES = [
    "Africa/Cairo", "Africa/Casablanca", "America/Havana", "America/New_York", "America/Santiago", "America/Sao_Paulo",
    "Antarctica/Troll", "Asia/Kathmandu", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Dublin", "Europe/London",
    "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati", "Etc/UTC",
]

# What the specification itself works out (planner.md section 3.2 and 3.4), so that the oracle is held to it too.
WORKED = [
    ("New York 01:59 EST is still the day before", "logicalDate", "America/New_York", {"at": "2026-03-08T06:59:00Z", "rollover": 180}, "2026-03-07"),
    ("the next minute on the wall begins the day", "logicalDate", "America/New_York", {"at": "2026-03-08T07:00:00Z", "rollover": 180}, "2026-03-08"),
    ("a rollover of 03:00 at the end of the gap", "boundary", "America/New_York", {"date": "2026-03-08", "rollover": 180}, "2026-03-08T07:00:00Z"),
    ("a rollover of 02:30 inside the gap", "boundary", "America/New_York", {"date": "2026-03-08", "rollover": 150}, "2026-03-08T07:00:00Z"),
    ("02:30 inside the gap is the gap's end", "instant", "America/New_York", {"date": "2026-03-08", "minute": 150}, "2026-03-08T07:00:00Z"),
    ("a rollover of 01:30 is the first of two", "boundary", "America/New_York", {"date": "2026-11-01", "rollover": 90}, "2026-11-01T05:30:00Z"),
    ("01:10 for the second time is never the day before", "logicalDate", "America/New_York", {"at": "2026-11-01T06:10:00Z", "rollover": 90}, "2026-11-01"),
    ("Cairo skips midnight", "boundary", "Africa/Cairo", {"date": "2026-04-24", "rollover": 0}, "2026-04-23T22:00:00Z"),
    ("Santiago skips midnight", "boundary", "America/Santiago", {"date": "2026-09-06", "rollover": 0}, "2026-09-06T04:00:00Z"),
    ("late in the evening the next day is planned", "planningTarget", "Etc/UTC", {"at": "2026-10-08T23:00:00Z", "dayStart": 480}, "2026-10-09"),
    ("after midnight still the same one", "planningTarget", "Etc/UTC", {"at": "2026-10-09T00:30:00Z", "dayStart": 480}, "2026-10-09"),
    ("a minute before the working day", "planningTarget", "Etc/UTC", {"at": "2026-10-09T07:59:00Z", "dayStart": 480}, "2026-10-09"),
    ("as the working day starts the next is planned", "planningTarget", "Etc/UTC", {"at": "2026-10-09T08:00:00Z", "dayStart": 480}, "2026-10-10"),
]


def wall(at, zone):
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def text(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def parsed(value):
    return datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def instant(day, minute, zone):
    wanted = datetime(day.year, day.month, day.day) + minute * MINUTE
    at = wanted.replace(tzinfo=UTC) - timedelta(hours=26)
    while wall(at, zone) < wanted:
        at += MINUTE
    return at


def logical_date(at, rollover, zone):
    day = wall(at, zone).date() + timedelta(days=2)
    while instant(day, rollover, zone) > at:
        day -= timedelta(days=1)
    return day


def answer(call, zone, given):
    day = date.fromisoformat(given["date"]) if "date" in given else None
    at = parsed(given["at"]) if "at" in given else None
    if call == "instant":
        return text(instant(day, given["minute"], zone))
    if call == "boundary":
        return text(instant(day, given["rollover"], zone))
    if call == "place":
        shift = timedelta(days=1 if given["minute"] < given["rollover"] else 0)
        return text(instant(day + shift, given["minute"], zone))
    if call == "dayLength":
        next_day = instant(day + timedelta(days=1), given["rollover"], zone)
        return int((next_day - instant(day, given["rollover"], zone)).total_seconds())
    if call == "logicalDate":
        return logical_date(at, given["rollover"], zone).isoformat()
    if call == "planningTarget":
        day = wall(at, zone).date() - timedelta(days=2)
        while instant(day, given["dayStart"], zone) <= at:
            day += timedelta(days=1)
        return day.isoformat()
    raise ValueError(call)


def transitions(zone):
    """The offset at FIRST, and each change up to LAST, found by halving hours."""
    def offset(at):
        return int(at.astimezone(ZoneInfo(zone)).utcoffset().total_seconds())
    rows, at, step = [], FIRST, timedelta(hours=12)
    while at < LAST:
        if offset(at) != offset(at + step):
            low, high = at, at + step
            while high - low > timedelta(seconds=1):
                middle = low + timedelta(seconds=int((high - low).total_seconds()) // 2)
                low, high = (middle, high) if offset(middle) == offset(low) else (low, middle)
            rows.append([int(high.timestamp()), offset(high)])
        at += step
    return {"initial": offset(FIRST), "transitions": rows}


def calls():
    for why, call, zone, given, expected in WORKED:
        found = answer(call, zone, given)
        if found != expected:
            raise SystemExit(f"the specification says {expected}, zoneinfo says {found}: {why}")
        yield {"why": why, "zone": zone, "call": call, **given, "expect": expected}
    for zone in ZONES:
        changes = [at for at, _ in transitions(zone)["transitions"] if 1_735_689_600 <= at]
        if zone == "Pacific/Apia":
            changes = [1_325_239_200] + changes
        if zone == "America/Sao_Paulo":
            changes = [1_541_300_400, 1_550_368_800]
        for change in changes[:3] or [1_772_625_600]:
            moment = datetime.fromtimestamp(change, UTC)
            day = wall(moment, zone).date()
            for rollover in (0, 90, 150, 180):
                for near in (day - timedelta(days=1), day):
                    given = {"date": near.isoformat(), "rollover": rollover}
                    yield row(zone, "boundary", given)
                    yield row(zone, "dayLength", given)
                    yield row(zone, "place", {**given, "minute": 60})
                for shift in (-7260, -1, 0, 3599, 5400, 10800):
                    at = text(moment + timedelta(seconds=shift))
                    yield row(zone, "logicalDate", {"at": at, "rollover": rollover})
            yield row(zone, "planningTarget", {"at": text(moment), "dayStart": 150})


def row(zone, call, given):
    return {"why": "around a change of the clocks", "zone": zone, "call": call, **given, "expect": answer(call, zone, given)}


def rendered(rows, brackets="[]"):
    return brackets[0] + "\n" + ",\n".join("  " + row for row in rows) + "\n" + brackets[1] + "\n"


def files():
    zones = [f"{json.dumps(zone)}: {json.dumps(transitions(zone))}" for zone in ZONES]
    yield "zones.json", rendered(zones, "{}")
    yield "clock.json", rendered([json.dumps(row) for row in calls()])


def main():
    passed = failed = 0
    for name, content in files():
        path = FOLDER / name
        if "--write" in sys.argv[1:]:
            path.write_text(content)
        for ours, theirs in zip(content.splitlines(), path.read_text().splitlines() if path.exists() else []):
            if ours == theirs:
                passed += 1
            else:
                failed += 1
                print(f"{name}\n  file   {theirs}\n  oracle {ours}", file=sys.stderr)
        if not path.exists() or len(content.splitlines()) != len(path.read_text().splitlines()):
            failed += 1
            print(f"{name} has another number of rows", file=sys.stderr)
    print(f"time oracle: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
