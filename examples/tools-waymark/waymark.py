#!/usr/bin/env python3
"""Stores the player's place and number of visits, creates a small text file, and offers choices."""

import json
import os
import sys
import tempfile


class Refused(Exception):
    """An input that the tool cannot work with."""


def emit(type, **fields):
    print(json.dumps({"version": "0", "type": type, **fields}), flush=True)


def write_asset(text):
    """Writes under another name and renames, so that no reader sees a partial file."""
    folder = tempfile.mkdtemp(prefix="narratoria-")
    path = os.path.join(folder, "waymark.txt")
    with open(path + ".part", "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.rename(path + ".part", path)
    return path


def run(request):
    place = request["input"].get("place")
    if not isinstance(place, str) or not 1 <= len(place) <= 100:
        raise Refused('The input needs a "place" of 1 to 100 characters.')
    before = request.get("state", {}).get("visits")
    visits = before + 1 if isinstance(before, int) and not isinstance(before, bool) else 1
    emit("log", level="info", message="Marking the way", fields={"place": place, "visits": visits})
    emit("state_patch", patch={"place": place, "visits": visits})
    path = write_asset("* " * visits + place + "\n")
    emit("asset", assetId="document-1", kind="document", mediaType="text/plain", path=path)
    emit("ui_event", event="narrative_choice", payload={"choices": ["Go on", "Turn back"]})
    return f"Marked {place}."


def main():
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    try:
        summary = run(json.loads(sys.stdin.buffer.read().decode("utf-8")))
    except Exception as error:
        code = "invalid_input" if isinstance(error, Refused) else type(error).__name__
        emit("error", errorCode=code, errorMessage=str(error))
        emit("done", ok=False, summary=str(error))
    else:
        emit("done", ok=True, summary=summary)


main()
