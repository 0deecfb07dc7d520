export const schemaName = 'narratoria'

/**
 * One step from each version of the schema to the next. A step that was released is never changed; a correction is a further step.
 * Texts of players are written with `toColumn`, because a text of PostgreSQL cannot contain every character.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE narratoria.sessions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session_id text NOT NULL UNIQUE,
    name text UNIQUE,
    title text NOT NULL,
    tags text,                         -- a JSON list
    notes text,                        -- a JSON object
    lorebooks bytea,                   -- a JSON list, compressed
    opening text NOT NULL,
    initial_state bytea NOT NULL,      -- JSON, compressed
    initial_length integer NOT NULL,   -- its characters
    head integer,                      -- seq of the turn that the next one follows
    tip integer,                       -- seq of the turn that redo leads to
    last_seq integer NOT NULL DEFAULT 0,
    turns integer NOT NULL DEFAULT 0,
    revision integer NOT NULL DEFAULT 0,
    in_flight_prompt text,             -- of the turn numbered last_seq, while it is being played
    in_flight_since bigint,
    epoch bigint NOT NULL DEFAULT 0,   -- grows with every lock; the fencing number of its holder
    host text,                         -- the last holder
    context bytea,                     -- what the narrating model was last sent: JSON, compressed
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    trashed_at bigint,
    trashed_name text
  );
  CREATE TABLE narratoria.turns (
    session bigint NOT NULL REFERENCES narratoria.sessions (id) ON DELETE CASCADE,
    seq integer NOT NULL,
    turn_id text NOT NULL,
    parent integer,
    run_start integer NOT NULL,        -- begins the unbroken run of numbers on the line up to this turn
    created_at bigint NOT NULL,
    prompt text NOT NULL,
    narrative text NOT NULL,
    label text,
    recap text,                        -- JSON
    amended integer NOT NULL DEFAULT 0,
    epoch bigint NOT NULL,             -- of the host that stored it
    steps integer NOT NULL,            -- patches since the last whole state
    bytes integer NOT NULL,            -- and their size
    patch text,                        -- the state: a merge patch to that of the parent
    snapshot bytea,                    -- the whole state: JSON, compressed
    whole_length integer NOT NULL,     -- the characters of the last whole state
    detail bytea NOT NULL,             -- everything else: JSON, compressed
    words tsvector NOT NULL,
    PRIMARY KEY (session, seq)
  );
  CREATE UNIQUE INDEX turns_by_id ON narratoria.turns (session, turn_id);
  CREATE UNIQUE INDEX turns_by_label ON narratoria.turns (session, label) WHERE label IS NOT NULL;
  CREATE INDEX turns_by_parent ON narratoria.turns (session, parent, seq);
  CREATE INDEX turns_by_words ON narratoria.turns USING gin (words);
  CREATE TABLE narratoria.assets (
    session bigint NOT NULL REFERENCES narratoria.sessions (id) ON DELETE CASCADE,
    seq integer NOT NULL,
    position integer NOT NULL,
    path text NOT NULL,
    asset text NOT NULL,               -- JSON
    PRIMARY KEY (session, seq, position)
  );
  `,
  `
  -- The processes of the cluster. Each holds an advisory lock, which ends with it.
  CREATE TABLE narratoria.members (
    id text PRIMARY KEY,
    kind text NOT NULL,                -- host or worker
    name text NOT NULL,
    backend integer NOT NULL,          -- the process of its lock's connection in the server
    lock_key bigint NOT NULL,
    slots integer NOT NULL,
    tools text[] NOT NULL DEFAULT '{}', -- the digests of the skills that a worker runs
    draining boolean NOT NULL DEFAULT false,
    started_at timestamptz NOT NULL DEFAULT now(),
    beat_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE narratoria.turn_jobs (
    turn_id uuid PRIMARY KEY,
    session_id text NOT NULL,
    job_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'queued', -- queued, active, ended
    host text,                         -- the member that plays it
    attempt integer NOT NULL DEFAULT 0,
    stored_seq integer,                -- the number that the turn has in its session
    cancelled boolean NOT NULL DEFAULT false,
    sealed bytea NOT NULL,             -- what is to be played, encrypted
    last_n integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz
  );
  CREATE INDEX turn_jobs_by_session ON narratoria.turn_jobs (session_id, created_at);
  CREATE INDEX turn_jobs_by_host ON narratoria.turn_jobs (host) WHERE state = 'active';
  CREATE TABLE narratoria.turn_events (
    turn_id uuid NOT NULL REFERENCES narratoria.turn_jobs (turn_id) ON DELETE CASCADE,
    n integer NOT NULL,
    kind text NOT NULL,                -- event, end, error
    body bytea NOT NULL,               -- JSON, compressed
    PRIMARY KEY (turn_id, n)
  );
  CREATE TABLE narratoria.tool_runs (
    run_id uuid PRIMARY KEY,
    host text NOT NULL,
    worker text,
    state text NOT NULL DEFAULT 'queued', -- queued, active, ended
    cancel text,                       -- terminate or kill
    acknowledged integer NOT NULL DEFAULT 0,
    sealed bytea NOT NULL,             -- the tool and its request, encrypted
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX tool_runs_by_host ON narratoria.tool_runs (host);
  CREATE INDEX tool_runs_by_worker ON narratoria.tool_runs (worker) WHERE state = 'active';
  CREATE TABLE narratoria.tool_events (
    run_id uuid NOT NULL REFERENCES narratoria.tool_runs (run_id) ON DELETE CASCADE,
    n integer NOT NULL,
    sealed bytea NOT NULL,             -- events, or the outcome, encrypted
    PRIMARY KEY (run_id, n)
  );
  `,
  `
  ALTER TABLE narratoria.turn_jobs ADD COLUMN replays boolean NOT NULL DEFAULT false; -- whether it is played again if its host ends
  `,
]

/** The version that this program reads and writes. */
export const schemaVersion = migrations.length
