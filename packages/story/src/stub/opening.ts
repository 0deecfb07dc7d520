import type { WriteRequest } from '../writer/scene-writer.ts'
import { newBeginningWays } from './arcs/beginning.ts'
import { fill } from './beats/template.ts'
import { arcsInBook } from './imagine-arc.ts'
import { takeTurn } from './seeded.ts'
import { withStop } from './slots.ts'
import { castOf, type StoryPosition } from './story-position.ts'

type Slots = Readonly<Record<string, string>>

/** What stands before a discovery: how the novel begins, or how it goes on after the last answer. */
export function openingOf({ arc, lexicon, seed }: StoryPosition, request: WriteRequest, slots: Slots): string[] {
  const { state, memory } = request
  const first = () => 0
  if (arc.number === 0) {
    const town = state.setting.includes(',') ? state.setting.trim() : slots.home!
    return [fill(takeTurn(firstOpenings, `${seed}/first`, 0), { ...slots, town: withStop(town).slice(0, -1) }, first)]
  }
  // The last arc of a book goes straight to the table on which everything lies.
  if (arc.kind === 'beginning') return []
  const previous = castOf(lexicon, seed, { number: arc.number - 1, memory, canAnswer: true })
  if (!previous.absent) return []
  const old = { old: previous.absent.name, oldThing: previous.arc.thing }
  return [fill(takeTurn(laterOpenings, `${seed}/opening`, arc.number), { ...slots, ...old }, first)]
}

const firstOpenings = [
  'People who tell this story always begin it the same way. “{premise}” And then they disagree about the rest. I was there. My name is {P}, I was {aProle} in {town}, and I can only tell what I saw, in the order in which I saw it.',
  '“{premise}” I had heard that so often that I no longer heard it. My name is {P}. I was {aProle} in {town}; I was good at my work; and nobody had ever asked me a question to which I did not know the answer.',
  'There is one thing that a stranger is told within the hour in {town}. “{premise}” One nods; it is what everyone does. I, {P}, {aProle}, nodded for years.',
  'This is the account of {P}, {aProle}, of what happened in {town}. I put it down because there are others about. All of them start alike: “{premise}” So far we agree.',
  'I shall begin where everybody begins. “{premise}” That is all that most people will ever tell you in {town}. I am {P}, {aProle}, and I am the one who went on to ask what came next.',
]

const laterOpenings = [
  'For some weeks after the business with the {oldThing} nobody in {home} hid anything from me, which was tiring. They told me about their teeth. They told me about their sons. Then it was over, and they began to avoid me again, and I knew that there was more to find.',
  'It was {old} who taught me what to look for, in a manner of speaking: not for what is hidden, but for what is too well explained. So I was half prepared when it happened again.',
  'You would think that one such story is enough for a life. I had been thanked for the truth about {old}, and I had been asked, quite kindly, to leave it at that.',
  'The name of {old} could be said again, and I had gone back to my work as {aProle}, and for a while I was bored. I mention it because boredom is how the next thing got in.',
  '“You again,” they said by then, wherever in {home} I came in. Ever since the affair of the {oldThing} my face had been a kind of bad news.',
  'I had put the {oldThing} on a shelf and meant to dust it once a month. I dusted it once. There are people to whom things happen, and there are people who cannot pass a half-open door, and they are the same people.',
  'What they now told about {old} was true, and it was remarkable how quickly it had become dull. I had begun to miss being lied to. One should be careful what one misses.',
]

/** How an arc ends: with what its answer does not answer, or with what begins after the last one. */
export function largerQuestion({ loops, arc, seed }: StoryPosition, slots: Slots): string[] {
  if (!loops.premise) return []
  if (arc.kind === 'beginning') return [fill(takeTurn(newBeginningWays, `${seed}/ways`, arc.book), slots, () => 0)]
  // Of each book’s arcs the last one asks nothing larger.
  const turn = arc.number - Math.floor(arc.number / arcsInBook)
  return [fill(takeTurn(largerQuestions, `${seed}/larger`, turn), slots, () => 0)]
}

const largerQuestions = [
  'It does not explain everything. What they tell at the beginning of this story is still true, and still without a reason. But it is smaller by one silence, and I have begun to think that it may be made of nothing else.',
  'Only sometimes, when I pass {place}, I ask myself what else around here is a sentence that everyone has learned by heart.',
  'That was the end of {W}’s story. Mine, the one that they begin with the same words every time, had only become harder to put down.',
  'I have kept one thing back: that {thing} was meant to be found, and that I do not believe that it was meant for me.',
  'So one question was closed. The one underneath it, the first one, the one that everybody here grew up with, lay there as before and looked at me.',
  'And still they say it, and still I nod: “{premise}” But I have noticed that {H} no longer does.',
  'I had wanted to be able to stop. But every door that I opened in {home} went into the same room, and the room was still dark.',
]
