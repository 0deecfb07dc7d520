import { beforeAll, describe, expect, it } from 'vitest'
import { nextBeat } from '../../src/outline/outline.ts'
import { longSentencesIn, sentencesIn } from '../../src/stub/sentences.ts'
import { checkScenes } from '../../src/world/check-scene.ts'
import { type StubNovel, writeNovel } from '../write-novel.ts'
import { maskedSentences, shareOf } from './masked.ts'

const isAbout = ({ outline, memory }: StubNovel, premise: string) => {
  const focus = outline.parts.map(({ plot }) => plot!.focus)
  const named = Object.values(memory.characters).flatMap(({ name }) =>
    // People are called by one of the words of their name.
    [name.replace(/^the /, ''), ...name.split(' ')].filter(
      (part) => /\p{L}{3}|^\p{Lu}\p{L}/u.test(part) && isNamedIn(premise, part),
    ),
  )
  const places = Object.values(memory.locations).flatMap(({ name }) =>
    premise.toLowerCase().includes(name.replace(/^the /, '')) ? [name] : [],
  )
  return [...focus, ...named, ...places]
}

function isNamedIn(text: string, name: string): boolean {
  const words = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<!\\p{L})${words}(?!\\p{L})`, 'iu').test(text)
}

/** Tests what holds for novels of sixty scenes without a model. */
export function describeNovels(premises: readonly string[]): void {
  const novels: StubNovel[] = []

  beforeAll(async () => {
    for (const premise of premises) novels.push(await writeNovel({ premise, scenes: 60 }, 60))
  })

  describe.each(premises.map((premise, index) => ({ premise, index })))(
    'sixty scenes without a model: $premise',
    ({ premise, index }) => {
      it('P3 §1: contain no contradiction', () => {
        const { memory, scenes, proses } = novels[index]!
        expect(
          checkScenes(
            memory,
            scenes.map((scene, at) => ({ scene, prose: proses[at]! })),
          ),
        ).toEqual([])
      })

      it('repeat no sentence of more than six words', () => {
        const all = novels[index]!.proses.flatMap(longSentencesIn)
        expect(all.filter((sentence, at) => all.indexOf(sentence) !== at)).toEqual([])
        expect(all.length).toBeGreaterThan(450)
      })

      it('name a person, thing or place of the premise in the action of each scene', () => {
        const novel = novels[index]!
        const names = isAbout(novel, premise)
        const without = novel.proses.filter((prose) => {
          const narrated = prose.replace(/^\*[^\n]*\*/, '').replaceAll(/“[^”]*”/g, '')
          return !names.some((name) => isNamedIn(narrated, name))
        })
        expect(without).toEqual([])
      })

      it('leave no slot open and no grammar broken', () => {
        const text = novels[index]!.proses.join('\n\n')
        expect(text).not.toMatch(/[{}<>|]|undefined|\[object| {2}|\.\.|\bthe the\b|\b[Tt]hey was\b|\ba [aeio]\w/)
        expect(text).not.toMatch(/” put in\b|\b(?:since of|then then|all immediately|an? an?) \b|”\.|[[\]]/i)
        // Questions are asked.
        expect(text).not.toMatch(/“(?:Who|What|Where|Why|How) (?:is|are|was|were|do|does|did) [^.!?”]*[,.]”/)
        expect(text).not.toMatch(/,” (?:asked|inquired)|\bStill,|that described|\b(?:[Ii]t|[Tt]hat|[Tt]here) is been\b/)
        expect(text.match(/(?:^|[.!?] )\p{Ll}[^\n]{0,40}/gmu)).toBeNull()
        expect(text.match(/\bthe (\p{Ll}+)(?: was| had been|,) an? (?:\p{Ll}+ )?\1\b/giu)).toBeNull()
        expect(text).not.toMatch(
          /\bhow with care\b|\bthe previous week (?:he|she|they|it|\p{Lu})|\bbe once (?:more|again)\b/u,
        )
      })

      it('P3 §4.1: raise, develop and close loops, and close only what was raised', () => {
        const { memory, scenes } = novels[index]!
        const raised = scenes.flatMap(({ loops }) => loops.raised)
        const closed = scenes.flatMap(({ loops }) => loops.closed)
        expect(raised.length).toBeGreaterThan(5)
        expect(closed.length).toBeGreaterThan(3)
        expect(scenes.filter(({ loops }) => loops.developed.length > 0).length).toBeGreaterThan(30)
        expect(closed.filter((id) => !raised.includes(id) && id !== 'OL0')).toEqual([])
        expect(closed.filter((id) => memory.open_loops[id]?.status === 'open')).toEqual([])
      })

      it('narrate every beat of the outline once, in order', () => {
        const { outline, memory, scenes } = novels[index]!
        const beats = outline.parts.flatMap(({ acts }) => acts.flatMap((act) => act.beats.map(({ id }) => id)))
        expect(scenes.map(({ beat }) => beat)).toEqual(beats)
        expect(nextBeat(outline, memory)).toBeUndefined()
      })
    },
  )

  it('two novels with different premises share at most 2 % of their sentences word for word', () => {
    const shares = novels.flatMap((one, at) =>
      novels.slice(at + 1).map((other) => {
        const said = new Set(other.proses.flatMap(sentencesIn))
        const all = one.proses.flatMap(sentencesIn)
        return all.filter((sentence) => said.has(sentence)).length / all.length
      }),
    )
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.02)
  })

  it('two novels with different premises share at most 15 % of their sentences with names, things and places masked', () => {
    const masked = novels.map((novel, index) => maskedSentences(novel, premises[index]!))
    const shares = masked.flatMap((one, at) =>
      masked.filter((_, other) => other !== at).map((other) => shareOf(one, other)),
    )
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.15)
  })

  it('sixty scenes have at least four shapes of a plot, and no kind of scene twice', () => {
    for (const { outline } of novels) {
      expect(new Set(outline.parts.map(({ shape }) => shape)).size).toBe(outline.parts.length)
      const kinds = outline.parts.flatMap(({ acts }) => acts.flatMap(({ beats }) => beats.map(({ kind }) => kind)))
      expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([])
    }
  })
}
