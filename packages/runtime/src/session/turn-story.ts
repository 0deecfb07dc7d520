import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { isGuidanceOnly, type Skill } from '@narratoria/skills'
import { recapTurns, storySoFar } from '../history/story-so-far.ts'
import { findLore, loreOf } from '../lore/find-lore.ts'
import type { SessionStore, StoredTurn, TurnRecap } from '../store/session-store.ts'
import type { SessionWorld } from '../world/session-worlds.ts'

type Story = NonNullable<ToolRequest['story']>

/** The story before a turn. */
export interface StoryBefore {
  /** The last turns, oldest first. */
  recaps: TurnRecap[]
  /** The number of turns on the line, this one included. */
  depth: number
  /** What scripts that narrate get of it. */
  story: Story
}

/** Reads the story before a turn: its last turns, the author's notes, the guidance of `skills`, and the lore that fits. */
export async function readStory(
  store: SessionStore,
  { sessionId, seq, parentId, prompt }: Pick<StoredTurn, 'sessionId' | 'seq' | 'parentId' | 'prompt'>,
  {
    state,
    line,
    skills,
    world,
  }: {
    state: JsonObject
    line: readonly (readonly [number, number])[]
    skills: readonly Skill[]
    world: SessionWorld | undefined
  },
): Promise<StoryBefore> {
  const recaps = await store.recaps(sessionId, parentId, recapTurns)
  const depth = line.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const { notes = {}, opening = '' } = (await store.findSession(sessionId)) ?? {}
  const guidance = guidanceOf(skills)
  const { lorebooks = [], openings, player: user } = world ?? {}
  const reading = {
    opening,
    recaps,
    depth,
    prompt,
    state,
    seed: `${sessionId}:${seq}`,
    ...(openings && { openings }),
    ...(user !== undefined && { user }),
  }
  const lore = loreOf(findLore([...(await store.lorebooksOf(sessionId)), ...lorebooks], reading))
  const story = {
    ...storySoFar(recaps, depth),
    ...(Object.keys(notes).length > 0 && { notes }),
    ...(guidance.length > 0 && { guidance }),
    ...(lore.length > 0 && { lore }),
  }
  return { recaps, depth, story }
}

/** Most characters of the text of one skill, and of all texts together. */
const maxCharacters = { one: 8_000, all: 32_000 }

/** The texts of skills that bring guidance only, in the order of `skills`, for a script that narrates. */
function guidanceOf(skills: readonly Skill[]): NonNullable<Story['guidance']> {
  let left = maxCharacters.all
  return skills
    .filter((skill) => isGuidanceOnly(skill) && skill.prompt.trim() !== '')
    .flatMap(({ name, description, prompt }) => {
      const text = prompt.trim().slice(0, Math.min(maxCharacters.one, left)).toWellFormed()
      left -= text.length
      return text === '' ? [] : [{ skill: name, description, text }]
    })
}
