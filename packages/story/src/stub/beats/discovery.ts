import type { SceneTemplate } from './template.ts'

/** Somebody finds what was not meant to be found. */
export const discovery: readonly SceneTemplate[] = [
  {
    title: ['What Was Under the Floor', 'Oilcloth', 'The Loose Board', 'Somebody Else’s Hiding Place'],
    paragraphs: [
      '{weather} I had come to {place} for <a dull reason|a signature I did not get|an errand that could have waited>, and there was nothing to do but look about. {sights}',
      'I would have left as I had come if a board had not moved under my foot. I knelt, as if to tie a lace, and put two fingers into the gap. Wrapped in oilcloth, so carefully that it had to be a message to somebody, lay {aThing}.',
      'Whoever hides a thing like that means to come back for it. I turned it to the light. There was a name on it, small and without pride: {W}.',
      'I knew the name; <everyone did|who did not|so did every child in the street>. The way it was told, {told}. I had believed it for years, as one believes the weather: not because it was likely, but because nobody I knew had a different one.',
      '“Have you found something?” somebody asked from the door.',
      '“Nothing,” I said, and that was the first lie I told about {thing}. It went under my coat, where it weighed more than it should have, and I walked home the long way, trying to remember who had first told me about {W}, and what they had been looking at while they did.',
    ],
  },
  {
    title: ['The Wrong Parcel', 'Delivered by Mistake', 'A Name on the Inside', 'Return to Nobody'],
    paragraphs: [
      '{weather} At {place} they had kept something back for me, and they seemed glad to be rid of it. {sights}',
      'It was a parcel, and it was not mine. Someone had <crossed out the address and written me in|put my name over another name|got the number right and the person wrong>. I opened it anyway. I have thought about that since; I had the string off before I had decided anything. Inside lay {aThing}.',
      'There was no letter. There was only, on the inside, where you look last, a name: {W}.',
      'I sat down. It was common knowledge that {told}. People said it in the tone they used for prices. And yet somebody had packed {thing} this very week; the paper was new, the knot was still tight.',
      'I asked who had brought it. “It was here in the morning,” they told me, “on the step. We supposed it was yours. You are the one who always asks about things.”',
      'That was true, and it was the trouble with me. I took {thing} home and put it on the table, and we looked at each other until it was dark. By then I had one question, and it had nothing to do with who had sent it. I wanted to know who had been lying about {W}.',
    ],
  },
  {
    title: ['The Thing in the Wall', 'Behind the Plaster', 'A Hand’s Breadth of Dark', 'The Repair'],
    paragraphs: [
      '{weather} They were mending the wall at {place}, and I had stopped to watch, because I like to see other people work. {sights}',
      'The plaster came away in one piece, like the crust of a loaf. Behind it was a space a hand wide and a hand deep. The man with the trowel looked into it, looked at me, and crossed himself. “You take it,” he said. “I have children.”',
      'So I took it: {aThing}. It was not heavy. On the underside somebody had <scratched|pressed|inked>, letter by patient letter, a name I had not heard spoken in a long while. {W}.',
      'Around here they tell it like this: {told}. It is a short story, and it always ends with a change of subject. But a person does not get walled in with a story like that. A thing does. And things are walled in for a reason.',
      '“I never saw it,” said the man, mixing his plaster. “You never saw me.” When I had gone ten steps he called after me, low: “They paid double for that wall. I asked my father why, and he hit me. It was the only time.”',
      'I kept {thing} inside my shirt that night. Toward morning I understood that I had already begun: I was going to find somebody who had known {W}, and I was going to ask.',
    ],
  },
  {
    title: ['Lot Thirty-One', 'Sold Unseen', 'The Last Drawer', 'What Nobody Bid For'],
    paragraphs: [
      '{weather} There was an auction at {place}: the goods of someone without heirs. I went for the company. {sights}',
      'The last lot was a chest of drawers, and I bid on it by scratching my ear. Everyone laughed, and it was mine. In the lowest drawer, pushed to the very back, my hand met {aThing}.',
      'I would have given it up; I am honest when I am watched. But when I looked for the auctioneer he was staring at what I held, and he had gone the colour of candle fat. “That was to be taken out,” he said. “They told me it had been taken out.”',
      '“Who told you?” I asked. He shut his book. On {thing}, half rubbed away, stood the name of {W}, of whom it is said that {told}.',
      'I paid him, and he did not count it. Outside two people whom I hardly knew offered to buy the chest from me, one after the other, and neither asked what it had cost.',
      'I sold them the chest. {^thing} I kept. It had been worth nothing in the morning, and by evening it was the only thing I owned that somebody else was afraid of. Somebody who had known {W} would have to tell me why.',
    ],
  },
]
