import type { StubNovel } from '../write-novel.ts'
import { longSentencesIn } from '../../src/stub/sentences.ts'

const common = new Set(
  'the a an of in on at to and or is are was were be been has have had it its that this with by for from as his her their him she he they my your our one no not only who whose which never still where because before after into out up what when again must'.split(
    ' ',
  ),
)

/**
 * The sentences of a novel of more than six words, with all that the premise and the seed decide replaced by one mark: names of people
 * and what they are, places, things, words of the premise and pronouns. What is left is what the built-in texts say by themselves.
 */
export function maskedSentences({ memory, outline, proses }: StubNovel, premise: string): Set<string> {
  const { characters, locations, things } = memory
  const names = [
    ...Object.values(characters).flatMap(({ name, role }) => [name, ...name.split(' '), role]),
    ...Object.values(locations).flatMap(({ name, features, atmosphere }) => [name, ...features, atmosphere]),
    ...Object.values(things).map(({ name }) => name),
    ...outline.parts.flatMap(({ plot }) => [
      plot!.focus,
      plot!.lie,
      plot!.secret,
      plot!.motive,
      plot!.stake,
      ...plot!.clues,
    ]),
    ...premise.split(/[^\p{L}\p{N}]+/u),
    'she he they her him his their them herself himself themselves the an'.split(' '),
  ]
    .flat()
    .map((name) => name.replace(/^(?:the|an?) /i, '').replace(/\.$/, ''))
    .filter(
      (name) =>
        name.length > 1 &&
        !(common.has(name.toLowerCase()) && !/^(?:s?he|they|h[ei][rms]|their|them|the|an)$/i.test(name)),
    )
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll("'", '’').replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}-])(?:${[...new Set(names)].join('|')})(?![\\p{L}-])`, 'giu')
  return new Set(
    proses.flatMap(longSentencesIn).map((sentence) =>
      sentence
        .replaceAll(pattern, '#')
        .replaceAll(/[^\p{L}#]+/gu, ' ')
        .replaceAll(/(?:# ?)+/g, '# ')
        .trim()
        .toLowerCase(),
    ),
  )
}

/** The part of the sentences of one novel that another one has too. */
export function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((sentence) => other.has(sentence)).length / one.size
}
