import type { SceneTemplate } from './template.ts'

/** A proof is found, and the finder is seen. */
export const search: readonly SceneTemplate[] = [
  {
    title: ['Where Nobody Sweeps', 'Proof', 'The Back of the Shelf', 'Seen'],
    paragraphs: [
      '{^place} was easier to enter than to explain. {weather} I went in the dead hour after noon, when even the honest are asleep. {sights} {^atmosphere}.',
      'I did first what I had promised, so that I could not forget it for excitement. Then I began at the edge of the room, as you begin a puzzle, and worked inward. <Dust has a grain, like wood|Dust tells you more than people|You learn to read dust>: it lay smooth over everything but one corner, and there it had been disturbed, and had settled, and had been disturbed again.',
      'What I found there was {proof}.',
      'I read it standing, and then I sat on the floor and read it once more. If this was real, it could not be that {told}. It could be many other things, and none of them was comfortable.',
      '“I hope you have permission,” said a voice above me.',
      'It belonged to {R}, the {Rrole}, who was smiling and had not come alone; out in the passage someone coughed. I folded what I had found into my sleeve while I got up. I do not think it was quick enough.',
      '“I was looking for the way out,” I said.',
      '“There is only the one.” {R} stood aside politely to let me take it, and as I went by said into my ear, in quite another voice: “That {thingNoun} of yours. I should like to see it, too. Soon.” I had not told a soul but {H} that I had {thing}.',
    ],
  },
  {
    title: ['The Second Drawer', 'An Hour at {place}', 'What {W} Left', 'A Witness'],
    paragraphs: [
      'I had imagined that I would have to break in. But the door to {place} was open, and that was worse. {weather} {sights} {^atmosphere}.',
      'There is a way of searching that looks like waiting. I leaned; I strolled; I kept my promise to {H} in passing, as one pockets a coin. All the while I looked for what did not belong, and in the end it was a thing so ordinary that three people must have dusted it: a box for nails, too light for nails.',
      'In it lay {proof}.',
      'I have never been struck by lightning, but I know somebody who has, and she said that the surprising part is the quiet. They had told me that {told}; the whole town had told me. And here was this, in my hand, contradicting all of them without raising its voice.',
      'When I turned round there was {R}. One sees the {Rrole} at every ceremony, so I had never noticed that {R} can stand quite still.',
      '“People lose things here,” said {R}. “I collect them and give them back. It is a sort of duty. What have you lost?”',
      '“My way.”',
      '“Then let me walk with you.” We walked. We spoke of the price of coal. At the corner {R} took me by the elbow, kindly, and said: “Whatever {H} promised you, I can promise more. And whatever {H} is afraid of, be so good as to be afraid of it as well.”',
    ],
  },
  {
    title: ['Two Candles', 'The Right Door', 'What the Dust Said', 'Company'],
    paragraphs: [
      'I took two candles to {place} and came home with one and a half; that is how long it takes to change your mind about a whole town. {weather} {sights} {^atmosphere}.',
      'The errand for {H} came first. It took five minutes, and I felt watched for all five. After that I let my hands think. They went along ledges and under them, they tried what was nailed to see if it was nailed, and at the height of a child’s reach they found a gap, and in the gap a packet.',
      'I have it before me as I write: {proof}.',
      'It did not say who had done what. It only stood there, like a chair in an empty road, and made it impossible to go on as before. No one who had held it could repeat that {told}.',
      'I blew out the candle to think, and so I saw the other light, coming up without hurry. It was {R}. {^aRrole} has no business in such a place at such an hour, and neither had I, and for a moment that made us almost friends.',
      '“You have a habit of finding things,” said {R}, and held the lamp so that it lit me and not {Rhim}. “It is a gift. It would be a pity if people began to ask where you find them.”',
      'I said I had found nothing. “Good,” said {R}. “Bring it to me tomorrow. And bring {thing}.” The light went down again as slowly as it had come. My own hands I could not see, but I could hear the paper shaking in them.',
    ],
  },
  {
    title: ['Contradicted', 'A Place to Hide Things', 'The Errand', 'After {W}'],
    paragraphs: [
      'There are buildings that want you to leave. {^place} was one. {weather} {sights} {^atmosphere}.',
      'Had I not given {H} my word I would have turned back on the threshold. So I did what I had come to do for {Hhim}, and because my courage was up and running I used the rest of it on my own business. I asked myself where I would hide something from a tidy person. Then I looked in the one place that was already tidy.',
      'It held {proof}.',
      'I laughed out loud, not for joy. All those solemn faces! All those voices dropping at the same word, to tell me that {told}! I thought of the people who knew better, and how many there had to be, and how many of them greeted me by name.',
      '“May I share the joke?” asked {R}.',
      'How long the {Rrole} had been leaning in that doorway I cannot say. I said it was about a dog. {R} likes dogs; everybody knows it. We talked for some minutes about dogs, and {Rhis} eyes went over me all the while, pocket by pocket, as a hand would.',
      '“It is strange,” {R} said at last. “I could have sworn that I heard a name. Let the dead be dead, will you? And give {thing} to somebody who can look after it. I ask it nicely. I ask everything nicely, the first time.”',
    ],
  },
]
