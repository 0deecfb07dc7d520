import type { JsonObject } from '@narratoria/protocol'

/** What a key looks for. */
export interface LoreKey {
  /** As it was written. */
  text: string
  /** The expression of a key of the form `/…/flags`, or of an entry whose keys are expressions. */
  pattern?: { source: string; flags: string }
}

/** How the secondary keys of an entry count. */
export type LoreLogic = 'and_any' | 'and_all' | 'not_any' | 'not_all'

/** A place among the messages of a story. */
export interface LoreDepth {
  /** Number of messages after it, or before it where `from` is `start`. */
  messages: number
  from: 'end' | 'start'
}

/** The role of the message that an entry's text is part of. */
export type LoreRole = 'system' | 'user' | 'assistant'

/** An entry of a lorebook, ready to be matched. */
export interface LoreEntry {
  /** Its place in the book, from 0. */
  index: number
  name: string
  /** Without decorators. */
  content: string
  enabled: boolean
  constant: boolean
  keys: LoreKey[]
  secondaryKeys: LoreKey[]
  logic: LoreLogic
  /** The entry is not used where one of these occurs. */
  excludedKeys: LoreKey[]
  caseSensitive: boolean
  wholeWords: boolean
  /** Messages that are searched. Defaults to the book's. */
  scanDepth?: number
  /** Lower numbers come earlier. */
  order: number
  /** Lower numbers are dropped first where the budget ends. */
  priority: number
  position: 'before' | 'after'
  /** Where the text stands among the messages of the story. Absent: beside what else is known, by `position`. */
  depth?: LoreDepth
  /** Whose message the text is part of. Defaults to that of its place. */
  role?: LoreRole
  /** 0 to 100. */
  probability: number
  /** At most one entry of a group is used. */
  group?: string
  groupWeight: number
  /** Not found by the text of other entries. */
  excludeRecursion: boolean
  /** Its text finds no other entries. */
  preventRecursion: boolean
  /** Found by the text of other entries only. */
  onlyRecursion: boolean
  /** Number of messages before which it is not used. */
  afterMessages: number
  /** The number of messages from one use to the next. */
  everyMessages?: number
  /** It is used only in stories that begin with this greeting: 0 is the first one. */
  greeting?: number
  /** Messages for which it stays after it was found; infinite for always. */
  sticky: number
  /** Messages for which it is not found again; infinite for ever. */
  cooldown: number
  /** Conditions on the state of the story, of which each must hold. */
  when: string[]
}

/** A lorebook, ready to be matched. */
export interface Lorebook {
  name: string
  description: string
  /** Messages that are searched. Defaults to the two last ones. */
  scanDepth?: number
  /** Tokens that its entries may take. Defaults to the caller's. */
  tokenBudget?: number
  /** Whether the texts of its entries are also searched. */
  recursive: boolean
  /** What `{{char}}` means. Defaults to the name of the book. */
  character?: string
  entries: LoreEntry[]
  /** What is not supported, one sentence each. */
  warnings: string[]
}

/** A lorebook of any program as a document of the specification V3, which is what is stored. */
export interface LorebookDocument {
  spec: 'lorebook_v3'
  data: JsonObject
}
