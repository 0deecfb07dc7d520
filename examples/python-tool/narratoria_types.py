from dataclasses import dataclass
from typing import Any, Optional, Dict, List, TypeVar, Type, Callable, cast
from enum import Enum


T = TypeVar("T")
EnumT = TypeVar("EnumT", bound=Enum)


def from_str(x: Any) -> str:
    assert isinstance(x, str)
    return x


def from_int(x: Any) -> int:
    assert isinstance(x, int) and not isinstance(x, bool)
    return x


def from_none(x: Any) -> Any:
    assert x is None
    return x


def from_union(fs, x):
    for f in fs:
        try:
            return f(x)
        except:
            pass
    assert False


def from_bool(x: Any) -> bool:
    assert isinstance(x, bool)
    return x


def to_enum(c: Type[EnumT], x: Any) -> EnumT:
    assert isinstance(x, c)
    return x.value


def from_dict(f: Callable[[Any], T], x: Any) -> Dict[str, T]:
    assert isinstance(x, dict)
    return { k: f(v) for (k, v) in x.items() }


def to_class(c: Type[T], x: Any) -> dict:
    assert isinstance(x, c)
    return cast(Any, x).to_dict()


def from_list(f: Callable[[Any], T], x: Any) -> List[T]:
    assert isinstance(x, list)
    return [f(y) for y in x]


@dataclass
class Campaign:
    name: str
    path: str
    """The session's world, compiled to one JSON file."""

    @staticmethod
    def from_dict(obj: Any) -> 'Campaign':
        assert isinstance(obj, dict)
        name = from_str(obj.get("name"))
        path = from_str(obj.get("path"))
        return Campaign(name, path)

    def to_dict(self) -> dict:
        result: dict = {}
        result["name"] = from_str(self.name)
        result["path"] = from_str(self.path)
        return result


@dataclass
class Host:
    base_url: str
    """An OpenAI-compatible endpoint on loopback."""

    token: str
    context_tokens: Optional[int] = None
    """Most tokens of a request and its answer together, if known."""

    @staticmethod
    def from_dict(obj: Any) -> 'Host':
        assert isinstance(obj, dict)
        base_url = from_str(obj.get("baseUrl"))
        token = from_str(obj.get("token"))
        context_tokens = from_union([from_int, from_none], obj.get("contextTokens"))
        return Host(base_url, token, context_tokens)

    def to_dict(self) -> dict:
        result: dict = {}
        result["baseUrl"] = from_str(self.base_url)
        result["token"] = from_str(self.token)
        if self.context_tokens is not None:
            result["contextTokens"] = from_union([from_int, from_none], self.context_tokens)
        return result


class State(Enum):
    COMPLETED = "completed"
    FAILED = "failed"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"


@dataclass
class DependencyOutcome:
    state: State
    error: Optional[str] = None
    """The message of a dependency that failed."""

    refused: Optional[bool] = None
    summary: Optional[str] = None

    @staticmethod
    def from_dict(obj: Any) -> 'DependencyOutcome':
        assert isinstance(obj, dict)
        state = State(obj.get("state"))
        error = from_union([from_str, from_none], obj.get("error"))
        refused = from_union([from_bool, from_none], obj.get("refused"))
        summary = from_union([from_str, from_none], obj.get("summary"))
        return DependencyOutcome(state, error, refused, summary)

    def to_dict(self) -> dict:
        result: dict = {}
        result["state"] = to_enum(State, self.state)
        if self.error is not None:
            result["error"] = from_union([from_str, from_none], self.error)
        if self.refused is not None:
            result["refused"] = from_union([from_bool, from_none], self.refused)
        if self.summary is not None:
            result["summary"] = from_union([from_str, from_none], self.summary)
        return result


@dataclass
class Skill:
    config: Dict[str, Any]
    data_dir: str
    """The skill's data folder. Create it before writing."""

    name: str

    @staticmethod
    def from_dict(obj: Any) -> 'Skill':
        assert isinstance(obj, dict)
        config = from_dict(lambda x: x, obj.get("config"))
        data_dir = from_str(obj.get("dataDir"))
        name = from_str(obj.get("name"))
        return Skill(config, data_dir, name)

    def to_dict(self) -> dict:
        result: dict = {}
        result["config"] = from_dict(lambda x: x, self.config)
        result["dataDir"] = from_str(self.data_dir)
        result["name"] = from_str(self.name)
        return result


@dataclass
class Guidance:
    description: str
    skill: str
    text: str

    @staticmethod
    def from_dict(obj: Any) -> 'Guidance':
        assert isinstance(obj, dict)
        description = from_str(obj.get("description"))
        skill = from_str(obj.get("skill"))
        text = from_str(obj.get("text"))
        return Guidance(description, skill, text)

    def to_dict(self) -> dict:
        result: dict = {}
        result["description"] = from_str(self.description)
        result["skill"] = from_str(self.skill)
        result["text"] = from_str(self.text)
        return result


class From(Enum):
    END = "end"
    START = "start"


@dataclass
class Depth:
    """The text stands among the messages of the story: the number of messages after it, or
    before it where `from` is `start`.
    """
    depth_from: From
    messages: int

    @staticmethod
    def from_dict(obj: Any) -> 'Depth':
        assert isinstance(obj, dict)
        depth_from = From(obj.get("from"))
        messages = from_int(obj.get("messages"))
        return Depth(depth_from, messages)

    def to_dict(self) -> dict:
        result: dict = {}
        result["from"] = to_enum(From, self.depth_from)
        result["messages"] = from_int(self.messages)
        return result


class Role(Enum):
    """Whose message the text is part of, where there is a choice."""

    ASSISTANT = "assistant"
    SYSTEM = "system"
    USER = "user"


@dataclass
class Lore:
    name: str
    text: str
    depth: Optional[Depth] = None
    """The text stands among the messages of the story: the number of messages after it, or
    before it where `from` is `start`.
    """
    role: Optional[Role] = None
    """Whose message the text is part of, where there is a choice."""

    @staticmethod
    def from_dict(obj: Any) -> 'Lore':
        assert isinstance(obj, dict)
        name = from_str(obj.get("name"))
        text = from_str(obj.get("text"))
        depth = from_union([Depth.from_dict, from_none], obj.get("depth"))
        role = from_union([Role, from_none], obj.get("role"))
        return Lore(name, text, depth, role)

    def to_dict(self) -> dict:
        result: dict = {}
        result["name"] = from_str(self.name)
        result["text"] = from_str(self.text)
        if self.depth is not None:
            result["depth"] = from_union([lambda x: to_class(Depth, x), from_none], self.depth)
        if self.role is not None:
            result["role"] = from_union([lambda x: to_enum(Role, x), from_none], self.role)
        return result


@dataclass
class Note:
    """A note that stands near the end, where a model heeds it most."""

    depth: int
    """How many turns before the present one it stands; 0 is beside the words of the player."""

    text: str

    @staticmethod
    def from_dict(obj: Any) -> 'Note':
        assert isinstance(obj, dict)
        depth = from_int(obj.get("depth"))
        text = from_str(obj.get("text"))
        return Note(depth, text)

    def to_dict(self) -> dict:
        result: dict = {}
        result["depth"] = from_int(self.depth)
        result["text"] = from_str(self.text)
        return result


@dataclass
class StoryNotes:
    note: Optional[Note] = None
    """A note that stands near the end, where a model heeds it most."""

    persona: Optional[str] = None
    """Who the player's character is."""

    pinned: Optional[List[str]] = None
    """Facts that are always sent, one sentence each."""

    style: Optional[str] = None
    """How the story is written, for the whole of it."""

    @staticmethod
    def from_dict(obj: Any) -> 'StoryNotes':
        assert isinstance(obj, dict)
        note = from_union([Note.from_dict, from_none], obj.get("note"))
        persona = from_union([from_str, from_none], obj.get("persona"))
        pinned = from_union([lambda x: from_list(from_str, x), from_none], obj.get("pinned"))
        style = from_union([from_str, from_none], obj.get("style"))
        return StoryNotes(note, persona, pinned, style)

    def to_dict(self) -> dict:
        result: dict = {}
        if self.note is not None:
            result["note"] = from_union([lambda x: to_class(Note, x), from_none], self.note)
        if self.persona is not None:
            result["persona"] = from_union([from_str, from_none], self.persona)
        if self.pinned is not None:
            result["pinned"] = from_union([lambda x: from_list(from_str, x), from_none], self.pinned)
        if self.style is not None:
            result["style"] = from_union([from_str, from_none], self.style)
        return result


@dataclass
class Turn:
    narrative: str
    prompt: str
    seq: int

    @staticmethod
    def from_dict(obj: Any) -> 'Turn':
        assert isinstance(obj, dict)
        narrative = from_str(obj.get("narrative"))
        prompt = from_str(obj.get("prompt"))
        seq = from_int(obj.get("seq"))
        return Turn(narrative, prompt, seq)

    def to_dict(self) -> dict:
        result: dict = {}
        result["narrative"] = from_str(self.narrative)
        result["prompt"] = from_str(self.prompt)
        result["seq"] = from_int(self.seq)
        return result


@dataclass
class Story:
    """The story so far. Only scripts of the stage "narrate" receive it."""

    summary: List[str]
    """What happened before the turns, oldest first."""

    turns: List[Turn]
    """The last turns before this one, oldest first."""

    guidance: Optional[List[Guidance]] = None
    """The texts of skills that bring guidance only, by descending priority."""

    lore: Optional[List[Lore]] = None
    """Entries of lorebooks that fit this turn, in the order in which they are read."""

    notes: Optional[StoryNotes] = None

    @staticmethod
    def from_dict(obj: Any) -> 'Story':
        assert isinstance(obj, dict)
        summary = from_list(from_str, obj.get("summary"))
        turns = from_list(Turn.from_dict, obj.get("turns"))
        guidance = from_union([lambda x: from_list(Guidance.from_dict, x), from_none], obj.get("guidance"))
        lore = from_union([lambda x: from_list(Lore.from_dict, x), from_none], obj.get("lore"))
        notes = from_union([StoryNotes.from_dict, from_none], obj.get("notes"))
        return Story(summary, turns, guidance, lore, notes)

    def to_dict(self) -> dict:
        result: dict = {}
        result["summary"] = from_list(from_str, self.summary)
        result["turns"] = from_list(lambda x: to_class(Turn, x), self.turns)
        if self.guidance is not None:
            result["guidance"] = from_union([lambda x: from_list(lambda x: to_class(Guidance, x), x), from_none], self.guidance)
        if self.lore is not None:
            result["lore"] = from_union([lambda x: from_list(lambda x: to_class(Lore, x), x), from_none], self.lore)
        if self.notes is not None:
            result["notes"] = from_union([lambda x: to_class(StoryNotes, x), from_none], self.notes)
        return result


@dataclass
class TurnPosition:
    id: str
    line: List[List[int]]
    """Inclusive ranges of the seq of the turns that lead to this one. Read only rows whose seq
    is in a range.
    """
    seq: int
    """A number that is unique within the session. Store it with your rows."""

    @staticmethod
    def from_dict(obj: Any) -> 'TurnPosition':
        assert isinstance(obj, dict)
        id = from_str(obj.get("id"))
        line = from_list(lambda x: from_list(from_int, x), obj.get("line"))
        seq = from_int(obj.get("seq"))
        return TurnPosition(id, line, seq)

    def to_dict(self) -> dict:
        result: dict = {}
        result["id"] = from_str(self.id)
        result["line"] = from_list(lambda x: from_list(from_int, x), self.line)
        result["seq"] = from_int(self.seq)
        return result


class Version(Enum):
    THE_0 = "0"


@dataclass
class ToolRequest:
    """The request that a tool reads from standard input."""

    attempt: int
    dependencies: Dict[str, Optional[Dict[str, Any]]]
    """The output of each direct dependency by toolId; null for a failed optional one."""

    idempotency_key: str
    """The same for every attempt of this invocation."""

    input: Dict[str, Any]
    operation: str
    """The operation; hosts send "invoke"."""

    request_id: str
    """The id of the plan of this invocation."""

    state: Dict[str, Any]
    tool: str
    """The tool's name."""

    version: Version
    assets_dir: Optional[str] = None
    """A folder for the files of this invocation, which the host copies and removes. Create it
    before writing.
    """
    campaign: Optional[Campaign] = None
    host: Optional[Host] = None
    outcomes: Optional[Dict[str, DependencyOutcome]] = None
    """The outcome of each direct dependency by toolId, in plan order."""

    position: Optional[int] = None
    """The index of this invocation in its plan."""

    results: Optional[Dict[str, Any]] = None
    """The done.result of each direct dependency that returned one, by toolId."""

    session_id: Optional[str] = None
    session_name: Optional[str] = None
    """The session's name, if it has one. A replay on another machine has the same name."""

    skill: Optional[Skill] = None
    story: Optional[Story] = None
    """The story so far. Only scripts of the stage "narrate" receive it."""

    traceparent: Optional[str] = None
    """The W3C trace context of this attempt, for the spans and requests of the tool. Sent only
    by hosts that trace.
    """
    tracestate: Optional[str] = None
    """The `tracestate` that belongs to `traceparent`."""

    turn: Optional[TurnPosition] = None

    @staticmethod
    def from_dict(obj: Any) -> 'ToolRequest':
        assert isinstance(obj, dict)
        attempt = from_int(obj.get("attempt"))
        dependencies = from_dict(lambda x: from_union([from_none, lambda x: from_dict(lambda x: x, x)], x), obj.get("dependencies"))
        idempotency_key = from_str(obj.get("idempotencyKey"))
        input = from_dict(lambda x: x, obj.get("input"))
        operation = from_str(obj.get("operation"))
        request_id = from_str(obj.get("requestId"))
        state = from_dict(lambda x: x, obj.get("state"))
        tool = from_str(obj.get("tool"))
        version = Version(obj.get("version"))
        assets_dir = from_union([from_str, from_none], obj.get("assetsDir"))
        campaign = from_union([Campaign.from_dict, from_none], obj.get("campaign"))
        host = from_union([Host.from_dict, from_none], obj.get("host"))
        outcomes = from_union([lambda x: from_dict(DependencyOutcome.from_dict, x), from_none], obj.get("outcomes"))
        position = from_union([from_int, from_none], obj.get("position"))
        results = from_union([from_none, lambda x: from_dict(lambda x: x, x)], obj.get("results"))
        session_id = from_union([from_str, from_none], obj.get("sessionId"))
        session_name = from_union([from_str, from_none], obj.get("sessionName"))
        skill = from_union([Skill.from_dict, from_none], obj.get("skill"))
        story = from_union([Story.from_dict, from_none], obj.get("story"))
        traceparent = from_union([from_str, from_none], obj.get("traceparent"))
        tracestate = from_union([from_str, from_none], obj.get("tracestate"))
        turn = from_union([TurnPosition.from_dict, from_none], obj.get("turn"))
        return ToolRequest(attempt, dependencies, idempotency_key, input, operation, request_id, state, tool, version, assets_dir, campaign, host, outcomes, position, results, session_id, session_name, skill, story, traceparent, tracestate, turn)

    def to_dict(self) -> dict:
        result: dict = {}
        result["attempt"] = from_int(self.attempt)
        result["dependencies"] = from_dict(lambda x: from_union([from_none, lambda x: from_dict(lambda x: x, x)], x), self.dependencies)
        result["idempotencyKey"] = from_str(self.idempotency_key)
        result["input"] = from_dict(lambda x: x, self.input)
        result["operation"] = from_str(self.operation)
        result["requestId"] = from_str(self.request_id)
        result["state"] = from_dict(lambda x: x, self.state)
        result["tool"] = from_str(self.tool)
        result["version"] = to_enum(Version, self.version)
        if self.assets_dir is not None:
            result["assetsDir"] = from_union([from_str, from_none], self.assets_dir)
        if self.campaign is not None:
            result["campaign"] = from_union([lambda x: to_class(Campaign, x), from_none], self.campaign)
        if self.host is not None:
            result["host"] = from_union([lambda x: to_class(Host, x), from_none], self.host)
        if self.outcomes is not None:
            result["outcomes"] = from_union([lambda x: from_dict(lambda x: to_class(DependencyOutcome, x), x), from_none], self.outcomes)
        if self.position is not None:
            result["position"] = from_union([from_int, from_none], self.position)
        if self.results is not None:
            result["results"] = from_union([from_none, lambda x: from_dict(lambda x: x, x)], self.results)
        if self.session_id is not None:
            result["sessionId"] = from_union([from_str, from_none], self.session_id)
        if self.session_name is not None:
            result["sessionName"] = from_union([from_str, from_none], self.session_name)
        if self.skill is not None:
            result["skill"] = from_union([lambda x: to_class(Skill, x), from_none], self.skill)
        if self.story is not None:
            result["story"] = from_union([lambda x: to_class(Story, x), from_none], self.story)
        if self.traceparent is not None:
            result["traceparent"] = from_union([from_str, from_none], self.traceparent)
        if self.tracestate is not None:
            result["tracestate"] = from_union([from_str, from_none], self.tracestate)
        if self.turn is not None:
            result["turn"] = from_union([lambda x: to_class(TurnPosition, x), from_none], self.turn)
        return result


class AssetEventType(Enum):
    ASSET = "asset"


@dataclass
class AssetEvent:
    """A file that the tool wrote, complete when the event is emitted."""

    asset_id: str
    """Unique within the invocation."""

    kind: str
    """A broad category: image, audio, video, model …"""

    media_type: str
    """A media type such as image/png."""

    path: str
    """The finished file, absolute or from the working directory."""

    type: AssetEventType
    version: Version
    metadata: Optional[Dict[str, Any]] = None
    request_id: Optional[str] = None
    """The requestId of the request."""

    timestamp: Optional[str] = None
    """When the event happened, an ISO 8601 date and time."""

    @staticmethod
    def from_dict(obj: Any) -> 'AssetEvent':
        assert isinstance(obj, dict)
        asset_id = from_str(obj.get("assetId"))
        kind = from_str(obj.get("kind"))
        media_type = from_str(obj.get("mediaType"))
        path = from_str(obj.get("path"))
        type = AssetEventType(obj.get("type"))
        version = Version(obj.get("version"))
        metadata = from_union([from_none, lambda x: from_dict(lambda x: x, x)], obj.get("metadata"))
        request_id = from_union([from_str, from_none], obj.get("requestId"))
        timestamp = from_union([from_str, from_none], obj.get("timestamp"))
        return AssetEvent(asset_id, kind, media_type, path, type, version, metadata, request_id, timestamp)

    def to_dict(self) -> dict:
        result: dict = {}
        result["assetId"] = from_str(self.asset_id)
        result["kind"] = from_str(self.kind)
        result["mediaType"] = from_str(self.media_type)
        result["path"] = from_str(self.path)
        result["type"] = to_enum(AssetEventType, self.type)
        result["version"] = to_enum(Version, self.version)
        if self.metadata is not None:
            result["metadata"] = from_union([from_none, lambda x: from_dict(lambda x: x, x)], self.metadata)
        if self.request_id is not None:
            result["requestId"] = from_union([from_str, from_none], self.request_id)
        if self.timestamp is not None:
            result["timestamp"] = from_union([from_str, from_none], self.timestamp)
        return result


class DoneEventType(Enum):
    DONE = "done"


@dataclass
class DoneEvent:
    """The end of the invocation, exactly once. ok is true for a success."""

    ok: bool
    type: DoneEventType
    version: Version
    refused: Optional[bool] = None
    """With ok true: the tool understood the request, but the story forbids the act. The summary
    says why to the player.
    """
    request_id: Optional[str] = None
    """The requestId of the request."""

    result: Any = None
    """With ok true: the return value, for the tools that depend on this one. At most 1 MiB as
    JSON.
    """
    summary: Optional[str] = None
    timestamp: Optional[str] = None
    """When the event happened, an ISO 8601 date and time."""

    @staticmethod
    def from_dict(obj: Any) -> 'DoneEvent':
        assert isinstance(obj, dict)
        ok = from_bool(obj.get("ok"))
        type = DoneEventType(obj.get("type"))
        version = Version(obj.get("version"))
        refused = from_union([from_bool, from_none], obj.get("refused"))
        request_id = from_union([from_str, from_none], obj.get("requestId"))
        result = obj.get("result")
        summary = from_union([from_str, from_none], obj.get("summary"))
        timestamp = from_union([from_str, from_none], obj.get("timestamp"))
        return DoneEvent(ok, type, version, refused, request_id, result, summary, timestamp)

    def to_dict(self) -> dict:
        result: dict = {}
        result["ok"] = from_bool(self.ok)
        result["type"] = to_enum(DoneEventType, self.type)
        result["version"] = to_enum(Version, self.version)
        if self.refused is not None:
            result["refused"] = from_union([from_bool, from_none], self.refused)
        if self.request_id is not None:
            result["requestId"] = from_union([from_str, from_none], self.request_id)
        if self.result is not None:
            result["result"] = self.result
        if self.summary is not None:
            result["summary"] = from_union([from_str, from_none], self.summary)
        if self.timestamp is not None:
            result["timestamp"] = from_union([from_str, from_none], self.timestamp)
        return result


class ErrorEventType(Enum):
    ERROR = "error"


@dataclass
class ErrorEvent:
    """A structured error. It does not end the invocation. details.retryable false means that a
    retry is useless.
    """
    error_code: str
    error_message: str
    type: ErrorEventType
    version: Version
    details: Optional[Dict[str, Any]] = None
    request_id: Optional[str] = None
    """The requestId of the request."""

    timestamp: Optional[str] = None
    """When the event happened, an ISO 8601 date and time."""

    @staticmethod
    def from_dict(obj: Any) -> 'ErrorEvent':
        assert isinstance(obj, dict)
        error_code = from_str(obj.get("errorCode"))
        error_message = from_str(obj.get("errorMessage"))
        type = ErrorEventType(obj.get("type"))
        version = Version(obj.get("version"))
        details = from_union([from_none, lambda x: from_dict(lambda x: x, x)], obj.get("details"))
        request_id = from_union([from_str, from_none], obj.get("requestId"))
        timestamp = from_union([from_str, from_none], obj.get("timestamp"))
        return ErrorEvent(error_code, error_message, type, version, details, request_id, timestamp)

    def to_dict(self) -> dict:
        result: dict = {}
        result["errorCode"] = from_str(self.error_code)
        result["errorMessage"] = from_str(self.error_message)
        result["type"] = to_enum(ErrorEventType, self.type)
        result["version"] = to_enum(Version, self.version)
        if self.details is not None:
            result["details"] = from_union([from_none, lambda x: from_dict(lambda x: x, x)], self.details)
        if self.request_id is not None:
            result["requestId"] = from_union([from_str, from_none], self.request_id)
        if self.timestamp is not None:
            result["timestamp"] = from_union([from_str, from_none], self.timestamp)
        return result


class Level(Enum):
    DEBUG = "debug"
    ERROR = "error"
    INFO = "info"
    WARN = "warn"


class LogEventType(Enum):
    LOG = "log"


@dataclass
class LogEvent:
    """Progress or diagnostic information. A log is never an error by itself."""

    level: Level
    message: str
    type: LogEventType
    version: Version
    fields: Optional[Dict[str, Any]] = None
    request_id: Optional[str] = None
    """The requestId of the request."""

    timestamp: Optional[str] = None
    """When the event happened, an ISO 8601 date and time."""

    @staticmethod
    def from_dict(obj: Any) -> 'LogEvent':
        assert isinstance(obj, dict)
        level = Level(obj.get("level"))
        message = from_str(obj.get("message"))
        type = LogEventType(obj.get("type"))
        version = Version(obj.get("version"))
        fields = from_union([from_none, lambda x: from_dict(lambda x: x, x)], obj.get("fields"))
        request_id = from_union([from_str, from_none], obj.get("requestId"))
        timestamp = from_union([from_str, from_none], obj.get("timestamp"))
        return LogEvent(level, message, type, version, fields, request_id, timestamp)

    def to_dict(self) -> dict:
        result: dict = {}
        result["level"] = to_enum(Level, self.level)
        result["message"] = from_str(self.message)
        result["type"] = to_enum(LogEventType, self.type)
        result["version"] = to_enum(Version, self.version)
        if self.fields is not None:
            result["fields"] = from_union([from_none, lambda x: from_dict(lambda x: x, x)], self.fields)
        if self.request_id is not None:
            result["requestId"] = from_union([from_str, from_none], self.request_id)
        if self.timestamp is not None:
            result["timestamp"] = from_union([from_str, from_none], self.timestamp)
        return result


class StatePatchEventType(Enum):
    STATE_PATCH = "state_patch"


@dataclass
class StatePatchEvent:
    """A patch to the session state: objects merge, arrays are replaced, null removes a key (RFC
    7396).
    """
    patch: Dict[str, Any]
    type: StatePatchEventType
    version: Version
    request_id: Optional[str] = None
    """The requestId of the request."""

    timestamp: Optional[str] = None
    """When the event happened, an ISO 8601 date and time."""

    @staticmethod
    def from_dict(obj: Any) -> 'StatePatchEvent':
        assert isinstance(obj, dict)
        patch = from_dict(lambda x: x, obj.get("patch"))
        type = StatePatchEventType(obj.get("type"))
        version = Version(obj.get("version"))
        request_id = from_union([from_str, from_none], obj.get("requestId"))
        timestamp = from_union([from_str, from_none], obj.get("timestamp"))
        return StatePatchEvent(patch, type, version, request_id, timestamp)

    def to_dict(self) -> dict:
        result: dict = {}
        result["patch"] = from_dict(lambda x: x, self.patch)
        result["type"] = to_enum(StatePatchEventType, self.type)
        result["version"] = to_enum(Version, self.version)
        if self.request_id is not None:
            result["requestId"] = from_union([from_str, from_none], self.request_id)
        if self.timestamp is not None:
            result["timestamp"] = from_union([from_str, from_none], self.timestamp)
        return result


class UIEventType(Enum):
    UI_EVENT = "ui_event"


@dataclass
class UIEvent:
    """A request to the user interface; a name that the host does not know is shown as a
    placeholder.
    """
    event: str
    """narrative_choice, narration, dice_roll, progress, or a custom name."""

    type: UIEventType
    version: Version
    payload: Any = None
    request_id: Optional[str] = None
    """The requestId of the request."""

    timestamp: Optional[str] = None
    """When the event happened, an ISO 8601 date and time."""

    @staticmethod
    def from_dict(obj: Any) -> 'UIEvent':
        assert isinstance(obj, dict)
        event = from_str(obj.get("event"))
        type = UIEventType(obj.get("type"))
        version = Version(obj.get("version"))
        payload = obj.get("payload")
        request_id = from_union([from_str, from_none], obj.get("requestId"))
        timestamp = from_union([from_str, from_none], obj.get("timestamp"))
        return UIEvent(event, type, version, payload, request_id, timestamp)

    def to_dict(self) -> dict:
        result: dict = {}
        result["event"] = from_str(self.event)
        result["type"] = to_enum(UIEventType, self.type)
        result["version"] = to_enum(Version, self.version)
        if self.payload is not None:
            result["payload"] = self.payload
        if self.request_id is not None:
            result["requestId"] = from_union([from_str, from_none], self.request_id)
        if self.timestamp is not None:
            result["timestamp"] = from_union([from_str, from_none], self.timestamp)
        return result


def tool_request_from_dict(s: Any) -> ToolRequest:
    return ToolRequest.from_dict(s)


def tool_request_to_dict(x: ToolRequest) -> Any:
    return to_class(ToolRequest, x)


def asset_event_from_dict(s: Any) -> AssetEvent:
    return AssetEvent.from_dict(s)


def asset_event_to_dict(x: AssetEvent) -> Any:
    return to_class(AssetEvent, x)


def done_event_from_dict(s: Any) -> DoneEvent:
    return DoneEvent.from_dict(s)


def done_event_to_dict(x: DoneEvent) -> Any:
    return to_class(DoneEvent, x)


def error_event_from_dict(s: Any) -> ErrorEvent:
    return ErrorEvent.from_dict(s)


def error_event_to_dict(x: ErrorEvent) -> Any:
    return to_class(ErrorEvent, x)


def log_event_from_dict(s: Any) -> LogEvent:
    return LogEvent.from_dict(s)


def log_event_to_dict(x: LogEvent) -> Any:
    return to_class(LogEvent, x)


def state_patch_event_from_dict(s: Any) -> StatePatchEvent:
    return StatePatchEvent.from_dict(s)


def state_patch_event_to_dict(x: StatePatchEvent) -> Any:
    return to_class(StatePatchEvent, x)


def ui_event_from_dict(s: Any) -> UIEvent:
    return UIEvent.from_dict(s)


def ui_event_to_dict(x: UIEvent) -> Any:
    return to_class(UIEvent, x)
