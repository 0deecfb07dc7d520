#!/usr/bin/env python3
"""Lights a lantern while there is oil, and refuses when there is none."""

import json
import sys

from narratoria_types import (
    DoneEvent,
    DoneEventType,
    ErrorEvent,
    ErrorEventType,
    StatePatchEvent,
    StatePatchEventType,
    ToolRequest,
    UIEvent,
    UIEventType,
    Version,
)


def emit(event):
    """Writes one event and flushes it."""
    print(json.dumps(event.to_dict()), flush=True)


def run(request: ToolRequest) -> DoneEvent:
    oil = request.state.get("oil", 0)
    if oil < 1:
        sentence = "The lantern has no oil."
        return DoneEvent(ok=True, refused=True, summary=sentence, type=DoneEventType.DONE, version=Version.THE_0)
    patch = {"oil": oil - 1, "lantern": "lit"}
    emit(StatePatchEvent(patch=patch, type=StatePatchEventType.STATE_PATCH, version=Version.THE_0))
    text = {"text": "The lantern glows."}
    emit(UIEvent(event="narration", payload=text, type=UIEventType.UI_EVENT, version=Version.THE_0))
    return DoneEvent(ok=True, result={"oil": oil - 1}, type=DoneEventType.DONE, version=Version.THE_0)


try:
    done = run(ToolRequest.from_dict(json.load(sys.stdin)))
except Exception as error:  # every failure is reported to the host
    emit(ErrorEvent(error_code="failed", error_message=repr(error), type=ErrorEventType.ERROR, version=Version.THE_0))
    done = DoneEvent(ok=False, summary=repr(error), type=DoneEventType.DONE, version=Version.THE_0)
emit(done)
