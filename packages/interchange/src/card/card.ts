import type { JsonObject } from '@narratoria/protocol'

/** The version of the specification that a card was written by. */
export type CardVersion = 'v1' | 'v2' | 'v3'

/** A file that belongs to a card. */
export interface CardAsset {
  /** `icon`, `background`, `emotion`, `user_icon`, or a word of another program. */
  type: string
  name: string
  /** Its ending, without a dot: `png`. */
  ext: string
  /** `embeded://path`, `ccdefault:`, `data:…`, or an address on the internet, which is never opened. */
  uri: string
  /** Its content, if it is part of the card. */
  content?: Uint8Array
}

/** The fields of a card that Narratoria uses. Texts that the card lacks are empty. */
export interface CardFields {
  name: string
  nickname?: string
  description: string
  personality: string
  scenario: string
  /** The first greeting. */
  greeting: string
  alternateGreetings: string[]
  groupGreetings: string[]
  examples: string
  systemPrompt: string
  postHistory: string
  creatorNotes: string
  creator: string
  characterVersion: string
  tags: string[]
}

/** A character card as it was read. */
export interface CharacterCard {
  version: CardVersion
  fields: CardFields
  /** The whole card, with every field and extension that it has. */
  document: JsonObject
  /** The lorebook inside the card. */
  book?: JsonObject
  /** The picture: the PNG file that contained the card, or its main icon. */
  picture?: Uint8Array
  assets: CardAsset[]
  /** Every file of a `.charx` archive except the card, by its path. */
  files: ReadonlyMap<string, Uint8Array>
  /** What is unusual, one sentence each. */
  warnings: string[]
}
