/** A tool in Python that uses only the standard library. */
export function pythonTemplate(name: string): string {
  return `#!/usr/bin/env python3
"""${name}: a Narratoria tool. Reads one JSON request, writes one JSON event per line."""

import json
import sys


def emit(type, **fields):
    """Writes one event and flushes it."""
    print(json.dumps({"version": "0", "type": type, **fields}), flush=True)


def run(input, request):
    # The request also has "state", the state of the story; "dependencies" and "results", what earlier tools of the plan
    # changed and returned; and "skill" with "config", the settings, and "dataDir", a folder for what must survive the turn.
    who = input.get("who", "stranger")
    emit("log", level="info", message="Greeting...", fields={"who": who})
    emit("state_patch", patch={"greeted": who})
    emit("ui_event", event="narration", payload={"text": f"Hello, {who}!"})
    return f"Greeted {who}."


def main():
    sys.stdout.reconfigure(encoding="utf-8", newline="\\n")
    try:
        request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
        summary = run(request["input"], request)
    except Exception as error:  # report every failure to the host
        emit("error", errorCode=type(error).__name__, errorMessage=str(error))
        emit("done", ok=False, summary=str(error))
    else:
        emit("done", ok=True, summary=summary)


main()
`
}
