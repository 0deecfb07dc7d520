import { api } from '../api/client.ts'
import { type Speaker, setSpeakers } from './speakers.ts'

const speech = /“[^”]*”|"[^"]*"|„[^“”]*[“”]|«[^»]*»|「[^」]*」/gu

/** Reads the people of a story, so that a paragraph in which one of them speaks shows their picture. */
export async function loadSpeakers(sessionId: string): Promise<void> {
  const { world } = await api.getPlayerView(sessionId)
  const people = (world?.people ?? []).flatMap(({ name, portraitUrl }) =>
    portraitUrl === null ? [] : [{ name, portraitUrl }],
  )
  setSpeakers(speakersAmong(people))
}

/** Finds the person who speaks in a paragraph: the one whose name stands first beside what is said. */
export function speakersAmong(people: readonly Speaker[]): (paragraph: string) => Speaker | undefined {
  const named = people.map((person) => ({ person, names: namesOf(person.name) }))
  return remembered((paragraph) => {
    if (!isSpoken(paragraph)) return undefined
    const beside = paragraph.replaceAll(speech, ' ')
    const found = named
      .map(({ person, names }) => ({ person, at: placeOf(names, beside) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at)
    return found[0]?.person
  })
}

/** The limit of remembered paragraphs: those of the turns in sight. */
const maxRemembered = 1_000

/** Asks once for each paragraph, because a turn that is being played is shown again with each of its events. */
function remembered(find: (paragraph: string) => Speaker | undefined): typeof find {
  const found = new Map<string, Speaker | undefined>()
  return (paragraph) => {
    if (found.has(paragraph)) return found.get(paragraph)
    const speaker = find(paragraph)
    if (found.size >= maxRemembered) found.clear()
    found.set(paragraph, speaker)
    return speaker
  }
}

function isSpoken(paragraph: string): boolean {
  // A word or two in quotes is a name or a title, not speech.
  const said = paragraph.match(speech) ?? []
  return said.some((words) => words.trim().split(/\s+/).length > 2 || /[.!?,…]/.test(words))
}

/** A name, and each part of it that is a name of its own. */
function namesOf(name: string): RegExp[] {
  const whole = name.replace(/^(?:the|a|an) /i, '')
  const parts = [whole, ...whole.split(/\s+/).filter((part) => /^\p{Lu}\p{Ll}{2,}$/u.test(part))]
  return parts.map((part) => new RegExp(`(?<!\\p{L})${escaped(part)}(?!\\p{L})`, 'iu'))
}

/** Where the first of the names stands in a text; -1 if none does. */
function placeOf(names: readonly RegExp[], text: string): number {
  const at = names.map((name) => text.search(name)).filter((place) => place >= 0)
  return at.length > 0 ? Math.min(...at) : -1
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
