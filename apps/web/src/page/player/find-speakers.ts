import { api } from '../api/client.ts'
import { type Speaker, setSpeakers } from './speakers.ts'

const speech = /“[^”]*”|"[^"]*"|„[^“”]*[“”]|«[^»]*»|「[^」]*」/gu

/** Reads the people of a story, so that a paragraph in which one of them speaks shows their picture. */
export async function loadSpeakers(sessionId: string): Promise<void> {
  const { world } = await api.getPlayerView(sessionId)
  const people = (world?.people ?? []).flatMap(({ name, portraitUrl }) =>
    portraitUrl === null ? [] : [{ name, portraitUrl }],
  )
  setSpeakers((paragraph) => speakerIn(paragraph, people))
}

/** The person who speaks in a paragraph: the one whose name stands first beside what is said. */
export function speakerIn(paragraph: string, people: readonly Speaker[]): Speaker | undefined {
  const beside = paragraph.replaceAll(speech, ' ')
  // A word or two in quotes is a name or a title, not speech.
  const isSpoken = (paragraph.match(speech) ?? []).some(
    (said) => said.trim().split(/\s+/).length > 2 || /[.!?,…]/.test(said),
  )
  if (!isSpoken) return undefined
  const found = people
    .map((person) => ({ person, at: placeOf(person.name, beside) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  return found[0]?.person
}

/** Where a name, or a part of it that is a name of its own, stands in a text; -1 if it does not. */
function placeOf(name: string, text: string): number {
  const whole = name.replace(/^(?:the|a|an) /i, '')
  const parts = [whole, ...whole.split(/\s+/).filter((part) => /^\p{Lu}\p{Ll}{2,}$/u.test(part))]
  const places = parts.map((part) => text.search(new RegExp(`(?<!\\p{L})${escaped(part)}(?!\\p{L})`, 'iu')))
  return Math.min(...places.map((place) => (place < 0 ? Infinity : place)).concat(Infinity)) === Infinity
    ? -1
    : Math.min(...places.filter((place) => place >= 0))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
