import type { LorebookDocument } from '@narratoria/interchange'
import type { World } from '@narratoria/world'
import type { Manifest } from './manifest.ts'
import type { PlayerTemplate } from './player/template.ts'

/** Something in a campaign folder that is wrong (`error`) or probably unintended (`warning`). */
export interface CampaignProblem {
  level: 'error' | 'warning'
  code: string
  /** What is wrong and what to do, in one sentence. */
  message: string
  /** File and line: `world/map.yaml:12`. */
  at: string
}

/** A piece of the lore: a paragraph or a few, at most some 512 tokens. */
export interface LorePiece {
  /** Relative path of the file. */
  file: string
  /** Position in the file, from 0. */
  index: number
  heading?: string
  text: string
}

/** A picture or a piece of music of the campaign. */
export interface CampaignAsset {
  /** Relative path, `art/lamp.png`. */
  path: string
  mediaType: string
  keywords: string[]
}

/** A test of the campaign, `tests/*.story`. */
export interface StoryTestFile {
  /** File name without its extension. */
  name: string
  /** Relative path. */
  path: string
  text: string
}

/** A campaign folder, read completely. */
export interface Campaign {
  /** The folder's name. */
  name: string
  /** Absolute path of the folder. */
  path: string
  manifest: Manifest
  /** SHA-256 over everything that the folder contributes, in hexadecimal. */
  digest: string
  world: World
  setting: string
  premise: string
  /** Own rules of the game, in words. */
  rules?: string
  /** Limits that neither planner nor narrator may break, one sentence each. */
  constraints: string[]
  lore: LorePiece[]
  /** Lorebooks: `lore/*.json`, `lore/*.yaml`, and the one of `card.json`. */
  lorebooks: LorebookDocument[]
  /** The texts that a story can open with, the usual one first: that of the world, and `plot/openings/*.md`. */
  openings: string[]
  assets: CampaignAsset[]
  tests: StoryTestFile[]
  /** The player template, as it was written. */
  player?: PlayerTemplate
  /** Returns the file and line where a part of the world was written, given as a JSON Pointer into `world`. */
  originOf(pointer: string): string
  /** Folder of skills of the campaign's own. */
  skillRoot?: string
}
