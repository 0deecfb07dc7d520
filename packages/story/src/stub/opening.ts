import type { WriteRequest } from '../writer/scene-writer.ts'
import { withArticle } from './imagine-arc.ts'
import { takeTurn } from './seeded.ts'
import type { StoryPosition } from './story-position.ts'

/** What stands before a discovery: how the novel begins, or how it goes on after the last answer. */
export function openingOf(position: StoryPosition, { state, pov }: WriteRequest): string[] {
  const { arc, previousArc, seed } = position
  const home = state.setting.split(',')[0]!.trim()
  if (!previousArc) {
    return [
      `People who tell this story always begin it the same way. “${withStop(state.premise)}” And then they disagree about the rest. ` +
        `I was there. My name is ${pov.name}, I was ${withArticle(pov.role)} in ${home}, and I can only tell what I saw, in the order in which I saw it.`,
    ]
  }
  const { absent, thing } = previousArc
  const ways = [
    `For some weeks after the business with the ${thing} nobody in ${home} hid anything from me, which was tiring. They told me about their teeth. They told me about their sons. Then it was over, and they began to cross the street again, and I knew that there was more to find.`,
    `It was ${absent} who taught me what to look for, in a manner of speaking: not for what is hidden, but for what is too well explained. So I was half prepared when it happened again.`,
    `You would think that one such story is enough for a life. I had been thanked for the truth about ${absent}, and I had been asked, quite kindly, to leave it at that.`,
    `The name of ${absent} was painted fresh, and I had gone back to my work as ${withArticle(pov.role)}, and for a while I was bored. I mention it because boredom is how the next thing got in.`,
    `“You again,” they said by then, wherever in ${home} I came in. Ever since the affair of the ${thing} my face had been a kind of bad news.`,
  ]
  return [takeTurn(ways, `${seed}/opening`, arc.number)]
}

/** How an arc ends: with what its answer does not answer. */
export function largerQuestion({ loops, arc, seed }: StoryPosition, place: string): string {
  const { absent, thing } = arc
  const ways = [
    `It does not explain everything. What they tell at the beginning of this story is still true, and still without a reason. But it is smaller by one silence, and I have begun to think that it may be made of nothing else.`,
    `Only sometimes, when I pass ${place}, I ask myself what else around here is a sentence that everyone has learned by heart.`,
    `That was the end of ${absent}’s story. Mine, the one that they begin with the same words every time, had only become harder to put down.`,
    `I have kept one thing back: that ${absent} must have written the name on the ${thing} for a reader, and that I do not believe it was for me.`,
    `So one question was closed. The one underneath it, the first one, the one that everybody here grew up with, lay there as before and looked at me.`,
  ]
  return loops.premise ? takeTurn(ways, `${seed}/larger`, arc.number) : ''
}

function withStop(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
}
