import type { JsonObject } from '@narratoria/protocol'

/** A text of a turn. */
export interface ChatText {
  narrative: string
  /** Unix time in milliseconds, if it is known. */
  createdAt?: number
}

/** What the player wrote and what followed, as one turn of a story. */
export interface ChatTurn {
  /** Empty if the narration continues without words of the player. */
  prompt: string
  narrative: string
  /** Every text of the turn, in the order of the swipes, with the one that is shown. Absent if there is only one. */
  alternatives?: ChatText[]
  createdAt?: number
}

/** What a chat says about itself. */
export interface ChatAbout {
  /** The name of the character or the story. */
  title: string
  /** Name of the player's character. */
  user?: string
  /** The text before the first turn. */
  opening: string
  /** Variables of the other program. */
  variables?: JsonObject
  /** Author's note, with its depth in messages. */
  note?: { text: string; depth: number }
  /** Facts that were always sent. */
  memory?: string
  /** Who the player is. */
  persona?: string
  /** A lorebook of the chat, as another program wrote it. */
  lore?: JsonObject
  createdAt?: number
}

/** One part of a chat: first what it says about itself, then its turns. */
export type ChatPart = { type: 'about'; about: ChatAbout } | { type: 'turn'; turn: ChatTurn }

/** What of a chat was left out; filled while it is read. */
export interface ChatReport {
  /** Messages of the system, of a director, hidden ones and the like. */
  skippedMessages: number
  /** Turns or alternatives that became part of the story. */
  turns: number
  alternatives: number
  /** Texts from which scripts, tags of HTML or control characters were removed. */
  cleanedTexts: number
  warnings: string[]
}
