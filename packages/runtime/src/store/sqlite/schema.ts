import type { DatabaseSync } from 'node:sqlite'
import { addChecksums, rowChecksum } from './checksums.ts'

/** Marks a database file as a store of sessions ("NARR"). */
export const applicationId = 0x4e415252

/**
 * One step from each version of the schema to the next. The first one creates version 1. A step that was
 * released is never changed; a correction is a further step.
 */
export const migrations: readonly ((database: DatabaseSync) => void)[] = [
  createSchema,
  addLabels,
  addRecaps,
  addChecksums,
  addCommits,
  addTrashAndTags,
  addAuthoring,
  moveInitialStates,
  addLorebooks,
  moveLorebooks,
  addPieces,
  addInitialPieces,
]

/** The version that this program reads and writes. */
export const schemaVersion = migrations.length

function createSchema(database: DatabaseSync): void {
  database.exec(`
    PRAGMA application_id = ${applicationId};

    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL UNIQUE,
      name TEXT UNIQUE,
      title TEXT NOT NULL,
      opening TEXT NOT NULL,
      initial_state TEXT NOT NULL,
      head INTEGER,                -- seq of the turn that the next one follows
      tip INTEGER,                 -- seq of the turn that redo leads to
      last_seq INTEGER NOT NULL,   -- the highest number ever given out
      turns INTEGER NOT NULL,
      in_flight_prompt TEXT,       -- of the turn numbered last_seq, while it is being played
      in_flight_since INTEGER,
      holder TEXT,                 -- the last host, reported to a second one; never relied on
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;

    -- run_start begins the unbroken run of numbers on the line up to this turn: the line is walked run by run.
    CREATE TABLE turns (
      id INTEGER PRIMARY KEY,
      session INTEGER NOT NULL REFERENCES sessions (id),
      seq INTEGER NOT NULL,
      turn_id TEXT NOT NULL,
      parent INTEGER,
      run_start INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      prompt TEXT NOT NULL,
      narrative TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX turns_by_seq ON turns (session, seq);
    CREATE UNIQUE INDEX turns_by_id ON turns (session, turn_id);
    CREATE INDEX turns_by_parent ON turns (session, parent, seq);

    -- The state after a turn: a merge patch to its parent's, and now and then the whole.
    CREATE TABLE states (
      turn INTEGER PRIMARY KEY REFERENCES turns (id),
      steps INTEGER NOT NULL,      -- patches since the last whole state
      bytes INTEGER NOT NULL,      -- and their size
      patch TEXT,
      snapshot BLOB                -- JSON, compressed
    ) STRICT;

    -- The files of a turn, so that a story's are found without reading its details.
    CREATE TABLE assets (
      session INTEGER NOT NULL REFERENCES sessions (id),
      seq INTEGER NOT NULL,
      position INTEGER NOT NULL,
      asset TEXT NOT NULL,
      PRIMARY KEY (session, seq, position)
    ) STRICT, WITHOUT ROWID;

    -- Everything else of a turn, JSON, compressed.
    CREATE TABLE details (
      turn INTEGER PRIMARY KEY REFERENCES turns (id),
      detail BLOB NOT NULL
    ) STRICT;
  `)
}

function addLabels(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE labels (
      turn INTEGER PRIMARY KEY REFERENCES turns (id),
      session INTEGER NOT NULL REFERENCES sessions (id),
      label TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX labels_by_text ON labels (session, label);
  `)
}

function addRecaps(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE turns ADD COLUMN recap TEXT;
    ALTER TABLE sessions ADD COLUMN context BLOB;  -- what the narrating model was last sent: JSON, compressed
  `)
}

/** One row, whose count grows with every transaction. */
function addCommits(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE commits (count INTEGER NOT NULL) STRICT;
    INSERT INTO commits (count) VALUES (0);
  `)
}

/** A story in the trash gives its name up, so that another one may have it. */
function addTrashAndTags(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE sessions ADD COLUMN tags TEXT;            -- a JSON list; NULL for none
    ALTER TABLE sessions ADD COLUMN trashed_at INTEGER;   -- NULL outside the trash
    ALTER TABLE sessions ADD COLUMN trashed_name TEXT;    -- the name of a story in the trash
  `)
}

/** SQLite writes a whole row when one column changes, and the row of a session changes with every turn. */
function moveInitialStates(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE initial_states (
      session INTEGER PRIMARY KEY REFERENCES sessions (id),
      state TEXT NOT NULL          -- its checksum is in the row of the session
    ) STRICT;
    INSERT INTO initial_states (session, state) SELECT id, initial_state FROM sessions;
    ALTER TABLE sessions DROP COLUMN initial_state;
  `)
}

/** What authors change in a story. */
function addAuthoring(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE sessions ADD COLUMN revision INTEGER;     -- how often a turn was edited; NULL for never
    ALTER TABLE sessions ADD COLUMN notes TEXT;           -- of the author: a JSON object; NULL for none
  `)
}

function addLorebooks(database: DatabaseSync): void {
  database.exec('ALTER TABLE sessions ADD COLUMN lorebooks BLOB') // a JSON list, compressed; NULL for none
}

/** Like the initial states: the row of a session changes with every turn, and lorebooks can be large. */
function moveLorebooks(database: DatabaseSync): void {
  database.function('lorebooks_checksum', (session, books) => rowChecksum('lorebooks', { session, books }))
  database.exec(`
    CREATE TABLE lorebooks (
      session INTEGER PRIMARY KEY REFERENCES sessions (id),
      books BLOB NOT NULL,         -- a JSON list, compressed
      checksum INTEGER NOT NULL
    ) STRICT;
    INSERT INTO lorebooks (session, books, checksum)
      SELECT id, lorebooks, lorebooks_checksum(id, lorebooks) FROM sessions WHERE lorebooks IS NOT NULL;
    ALTER TABLE sessions DROP COLUMN lorebooks;
  `)
}

/** A large whole state is written in pieces, each in a transaction of its own. */
function addPieces(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE states ADD COLUMN pieces INTEGER;         -- the number of a whole state in pieces; NULL for none
    ALTER TABLE states ADD COLUMN piece_count INTEGER;
    CREATE INDEX states_by_pieces ON states (pieces) WHERE pieces IS NOT NULL;

    -- The JSON of a whole state, compressed, in the order of the positions.
    CREATE TABLE pieces (
      id INTEGER PRIMARY KEY,
      state INTEGER NOT NULL,      -- the number of the whole state
      position INTEGER NOT NULL,
      piece BLOB NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX pieces_by_position ON pieces (state, position);
  `)
}

/** A large initial state is also read in pieces. Its text is then empty. */
function addInitialPieces(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE initial_states ADD COLUMN pieces INTEGER; -- as in "states"
    ALTER TABLE initial_states ADD COLUMN piece_count INTEGER;
  `)
}
