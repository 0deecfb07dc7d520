import type { SceneTemplate } from './template.ts'

/** Somebody knows more, and has a price. */
export const bargain: readonly SceneTemplate[] = [
  {
    title: ['The Price of a Story', 'One Promise', 'What {H} Knew', 'A Fair Exchange'],
    paragraphs: [
      'There was one person left who had known {W} well, or so I was told by three people who would not say it twice: a certain {H}, {Hrole}, to be found most evenings at {place}. {weather} {sights} {^atmosphere}.',
      '{H} did not look up when I came in, only pushed a stool toward me with one foot. I laid {thing} between us. I had planned a little speech for it. It was not needed.',
      '“Put it away,” said {H}, quite softly. “The last time I saw that, {W} was holding it.”',
      '“They say that {told}.”',
      '“They do say that.” {H} had <the hands of somebody who mends things|the patience of the very tired|a way of listening with closed eyes>, and took a long time to go on. “I said it too. You say a thing for bread and peace, and after a while you have said it so often that it would be rude to doubt it. If you want to know better, go to {search}. Look where nobody sweeps.”',
      'Then came the price, because there is always one. I was to {ask}. It seemed so little that it frightened me.',
      '“And that is all?”',
      '“It is all I have wanted for years,” said {H}, and held out a hand. I took it. So now there were two things I owed an answer: {thing} in my coat, and a promise, and of the two the promise was the heavier.',
    ],
  },
  {
    title: ['The One Who Kept Quiet', '{H}', 'An Old Acquaintance', 'Tea Without Sugar'],
    paragraphs: [
      'It took me four days to learn who had been close to {W}, and five minutes to find the way to {place}. {weather} {sights} {^atmosphere}.',
      '“You are late,” said the {Hrole} there, whose name was {H}. “I thought somebody would come with that in the first year. Then I thought, in the second. Sit.”',
      'I had not yet shown what I carried. I showed it now. {H} touched {thing} with one finger, the way you touch a stove to learn whether it is still hot.',
      'I said what everybody said: that {told}.',
      '“A good sentence, is it not? It has no handle anywhere. I have turned it over and over, and there is no place to take hold of it.” {H} poured tea and forgot to drink it. “There are papers, or there is something better than papers. {W} used to go to {search}, always alone, always with full pockets, and came back with empty ones.”',
      '“And you never went to look?”',
      '“I have to live here.” The cup turned once round on its saucer. “But you will go, I can see that. Then do one thing for me in that place: {ask}. Promise it, and I shall tell you which door.”',
      'I promised. {H} told me which door. It was only on the way home that I noticed I had been given directions and not one reason.',
    ],
  },
  {
    title: ['Three Questions', 'What It Costs to Ask', 'The Quiet Trade', 'A Debt to {H}'],
    paragraphs: [
      '“Three questions,” said {H}, before I had my hat off. “People come to {place} with a hundred, and I have work to do. You get three.” {weather} {sights} {^atmosphere}.',
      'I had been warned that this {Hrole} was difficult. I put {thing} on the table and asked the first: whether it had belonged to {W}.',
      '“Yes.” It was said without a glance. “One.”',
      'Then I asked whether it was true that {told}.',
      '{H} was silent for so long that I heard the street through the wall. “I stood at the back when they agreed to say so,” came the answer at last. “Not a vote. More like people agreeing on a tune. Two.”',
      'My third question was the sensible one: where I should look. “At {search},” said {H}, “and not where the light falls.” A smile came and went. “That was a good one. Most people ask why, and there I could only lie to you.”',
      'I thanked {Hhim} and got up. “You have not asked what it costs,” said {H}. It cost a favour: I was to {ask}. I have signed papers with less care than I nodded then. {H} nodded too, and went back to work, and did not seem to notice that the work lay upside down.',
    ],
  },
  {
    title: ['In {H}’s Keeping', 'The Other Half', 'Someone Remembers', 'By Lamplight'],
    paragraphs: [
      'I found {H} because of the shopkeepers. Each of them, when I named {W}, looked for a moment in the same direction, and in that direction lay {place}. {weather} {sights} {^atmosphere}.',
      '{^aHrole}, I had been told, and not a talker. But at the sight of {thing} the whole face altered, like a house when somebody carries a lamp from room to room.',
      '“Where was it?” I told {Hhim}. “So near,” said {H}. “I walked past it every day.”',
      'We sat until the light was gone. I learned what {W} liked to eat, and what songs {W} could not bear, and that {W} had been afraid of nothing except dogs. Nobody had told me a single such thing before; they had only told me that {told}.',
      '“Is it true?”',
      '“I was not there. I made sure that I was not there.” {H} pushed {thing} back to me across the table as if it were the last of the bread. “If there is a proof it is at {search}. I shall not go with you. But if you go, then {ask}. Will you do that?”',
      'I said I would, and {H} said my name, once, as people do when they want to be able to find you again. It was dark outside. Behind me the bolt was drawn, and then, after a moment, drawn back.',
    ],
  },
]
