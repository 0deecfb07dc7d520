import { api } from '../api/client.ts'
import { type FindSpeeches, type Speaker, type Speech, setSpeakers } from './speakers.ts'

const speech = /“[^”]*”|"[^"]*"|„[^“”]*[“”]|«[^»]*»|「[^」]*」/gu

/** Reads the people of a story, so that a paragraph in which one of them speaks shows their picture. */
export async function loadSpeakers(sessionId: string): Promise<void> {
  const { world } = await api.getPlayerView(sessionId)
  const people = (world?.people ?? []).flatMap(({ name, portraitUrl }) =>
    portraitUrl === null ? [] : [{ name, portraitUrl }],
  )
  setSpeakers(speakersAmong(people))
}

/**
 * Finds the person who speaks in each paragraph: the one whose name stands first beside what is said. Speech without a word beside it
 * goes on what was said before it; at the beginning of a turn, the only person whom the player named says it.
 */
export function speakersAmong(people: readonly Speaker[]): FindSpeeches {
  const named = people.map((person) => ({ person, names: namesOf(person.name) }))
  const among = (text: string) =>
    named
      .map(({ person, names }) => ({ person, at: placeOf(names, text) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at)
      .map(({ person }) => person)
  const kindOf = remembered((paragraph) => {
    if (!isSpoken(paragraph)) return { isSpeech: false, isBare: false, speaker: undefined }
    const beside = paragraph.replaceAll(speech, ' ')
    return { isSpeech: true, isBare: !/\p{L}/u.test(beside), speaker: among(beside)[0] }
  })
  const addressed = (paragraph: string, prompt: string): Speaker | undefined => {
    const [person, other] = among(prompt)
    // People rarely say their own name: those are the words of the player.
    return other || !person || among(paragraph).includes(person) ? undefined : person
  }
  return (paragraphs, prompt) => {
    let before: Speaker | undefined
    return paragraphs.map((paragraph, index): Speech | undefined => {
      const { isSpeech, isBare, speaker } = kindOf(paragraph)
      const previous = before
      before = isSpeech ? speaker : undefined
      if (speaker) return { speaker, isContinued: false }
      if (!isBare) return undefined
      before = previous ?? (index === 0 ? addressed(paragraph, prompt) : undefined)
      return before && { speaker: before, isContinued: previous !== undefined }
    })
  }
}

/** The limit of remembered paragraphs: those of the turns in sight. */
const maxRemembered = 1_000

/** Asks once for each paragraph, because a turn that is being played is shown again with each of its events. */
function remembered<T>(find: (paragraph: string) => T): (paragraph: string) => T {
  const found = new Map<string, T>()
  return (paragraph) => {
    if (found.has(paragraph)) return found.get(paragraph)!
    const answer = find(paragraph)
    if (found.size >= maxRemembered) found.clear()
    found.set(paragraph, answer)
    return answer
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
