import type { WriteRequest } from '../writer/scene-writer.ts'
import { fill } from './beats/template.ts'
import { takeTurn } from './seeded.ts'
import type { Beat, StoryPosition } from './story-position.ts'

/**
 * How the one who tells goes after the premise in the scenes that follow the first, each by a step: who said it first, where
 * it is written down, who fears it, and that it is not settled. Later arcs come back to it where they end.
 */
export function firstQuestion(
  { arc, beat, loops, seed }: StoryPosition,
  { state }: WriteRequest,
  slots: Readonly<Record<string, string>>,
): string[] {
  if (arc.number > 0 || !loops.premise || beat === 'discovery') return []
  const ways = steps[beat]
  const novel = `${seed}/${state.novel_name}/${state.genre}/${state.premise}/first-question`
  return [fill(takeTurn(ways, `${novel}/${beat}`, 0), slots, () => 0)]
}

const steps: Record<Exclude<Beat, 'discovery'>, readonly string[]> = {
  bargain: [
    'There was one thing more that I had come to ask, for I was {aProle} and could not leave a sentence alone. “{premise}” Who had said it first? {H} considered that longer than anything else I had said. “Nobody has ever asked me who,” said {H}. “Start with {W}.”',
    'Before I left I tried the old words on {H}, as {P} the child might have done. “{premise}” {H} did not say them along with me, as people do. “{W} wanted to know where that came from,” said {H}. “You might put that beside the other thing you are carrying.”',
    '“And this?” I said. “{premise}” I had expected a shrug. “That is older than {W},” said {H}, “but {W} was the first to want a reason for it. I suppose it takes somebody like you, {aProle}, to be the second.”',
  ],
  search: [
    'On the back somebody had begun to copy out, in a hurried hand, the very words with which I began this account. Below them stood a question mark, gone over so often that the pen had torn the paper. I was not the first, then. {W} had asked it here.',
    'There was something else, scratched where only a person on their knees would see it, and I was on my knees. It was the old beginning, the one that all of us learn by heart, and after it, smaller: ask who gains. I have read a great deal as {aProle}; I had never read advice so plainly meant for me.',
    'And beside it lay a list of names, in the writing that I knew by now, under a heading that I knew better still, since it is the one under which I began. Whoever had been heard to doubt it was on the list. The last name was {W}. Below that was room for another, and I thought at once of {P}.',
  ],
  confrontation: [
    'One thing I had noticed, and I told {H} of it afterwards. When I came out, quite by the way, with the words that everybody here begins with, {R} had not answered as everyone answers. {R} had asked who else had heard me say it. Nobody fears an old saying unless there is something behind it.',
    'I keep coming back to a single moment of it. I had said the old words, those with which I began, to see what they would do; and {R}, who had an answer to everything, had none. So it was not only about {W}. It went down to the first question, and {R} knew that it did.',
    '“You know what it is really about,” said {H} later. I did. It was about what they tell every stranger within the hour, and it had been in the room the whole time. {R} had come for what I had found; but it was for the sake of that other matter that {R} had been frightened, and fear has taught {aProle} more than kindness ever did.',
  ],
  answer: [
    'I have put it next to the words that I began with, and it fits. “{premise}” {W} had been looking for the reason, and had come close enough to be lied about. I do not have the reason yet. But I know now that there is one, and that I, {P}, am on the road to it.',
    'So much for {W}. For my own question I had gained this: that somebody had asked it before me and had been silenced for it. “{premise}” One does not silence people over a tale. I wrote that down as well, as {aProle} should, and underlined it.',
    'When they had all gone I took a clean sheet. At the top I wrote: “{premise}” Under that I wrote what I had learned, which was a single line: {W} asked, and it was made to look like something else. It was not an answer. But it was the first line under that heading that anyone had ever kept.',
  ],
}
