import type { SceneTemplate } from './template.ts'

/** The threat comes to the door, and something is given up. */
export const confrontation: readonly SceneTemplate[] = [
  {
    title: ['The Visit', 'Asked Nicely', 'What {R} Wanted', 'At {H}’s Table'],
    paragraphs: [
      'I went back to {place} to report. {weather} There was still {feature}, and there was still {H}, who got up when I came in, which had never happened before.',
      '{^done}. It was a small thing to have put right, but I saw what it did. {H} turned away for a moment, and then asked what else there had been. I unfolded it on the table: {proof}.',
      '“Then I have it in writing,” said {H}, “that I am a coward.”',
      'I had no answer ready, and I did not need one, because {R} opened the door without knocking. “Both of you,” said the {Rrole}. “That saves me a walk.”',
      'What was said after that was said quietly. {R} wanted {thing}; in return, nobody would hear how I had come by it, nor how long {H} had known. There are offers that leave you poorer whichever way you answer. I looked at {H}, and {H} looked at the wall.',
      '“Give it,” said {H}. “I hid it once, badly. It was I who put it there. Give it away, it has done nothing but harm.”',
      'So I gave {R} {thing}, and {R} thanked us and went, and was careful with the latch. For a while there was only the sound of the street. “You never told me that it was you,” I said. “No,” said {H}. “You only had three days of being lied to. I wanted you to have something to complain about.” And then, because neither of us could bear it, we both began to laugh. {R} had taken {thing}. The proof was in my shoe.',
    ],
  },
  {
    title: ['Bad Company', 'An Offer', 'The Latch', '{R} Comes Calling'],
    paragraphs: [
      '{R} was there before me. When I came to {place} the two of them sat facing each other like people in a waiting room, and between them stood {feature}, which I had not noticed on my first visit and have not been able to forget since. {weather}',
      '“We were speaking of you,” said {R}. “Your friend {H} tells me that you run errands.”',
      'It was true. {^done}. I said so, to {H} alone, as if we were by ourselves, and I saw {H} take it in and put it away for later.',
      '“Touching,” said {R}. “Now mine. I want what belonged to {W}, and I want whatever you carried out under your sleeve. For the first I shall pay. For the second I shall forget that I saw you.”',
      'I put {thing} on the table. I had slept badly over it and was almost glad to see it go. “There was nothing else,” I said. {R} looked at {H}. “Was there?”',
      'Here I learned something about {H}, who had been silent for years and might have been silent for one minute more. “Nothing,” said {H} clearly. “I sent for a keepsake. There was nothing else.” It was a lie, it was told for my sake, and it was told to the one person in the world {H} feared.',
      'When the {Rrole} had gone we stayed as we were. “That will cost me,” {H} remarked at last. “It was a good lie, though.” I took out what had been under my sleeve and laid it where {thing} had lain. We read it together: {proof}.',
    ],
  },
  {
    title: ['The Knock', 'Until Tomorrow', 'Terms', 'The Wrong Side of the Door'],
    paragraphs: [
      'The knock came while we were still quarrelling. I had laid everything before {H}, even {proof}, and I had expected thanks. {weather} {H} stood beside {feature} and would not even sit down.',
      '“You were to do one thing for me.” And I had, before anything else. {^done}. That stopped {Hhim}. “You did,” said {H}, in a different tone. “People do not, as a rule.”',
      'And then the knock. It was {R}, with rain on the shoulders of a good coat, and with a list, from which the {Rrole} read aloud: what I had been doing, at what hours, and who had seen it. It was all quite correct. It was like hearing one’s own life in the voice of a clerk.',
      '“By tomorrow,” said {R}, “I want {thing}. I could have it fetched. I would rather have it given.”',
      '“Why?” asked {H}. I do not believe that anybody had asked {R} that for a very long time.',
      '“Because the matter is settled, and you are unsettling it.” It was nearly a shout. I had it in my hand by then, and I held it out, and {R} took {thing} and looked for a moment not triumphant at all, but tired, like somebody who has run for a coach, and caught it, and sees that it is the wrong one.',
      'We listened to the steps going down. “We have given up the wrong thing,” said {H}. “I know,” I said. “So has {R}.” For there had been two things to be afraid of, and only one of them had a lid.',
    ],
  },
  {
    title: ['A Conversation Among Three', 'Leverage', 'What Was Given Up', 'The Polite Way'],
    paragraphs: [
      '“You look as if you had met somebody,” said {H}. I had. {weather} All the way to {place} I had heard steps that stopped when mine did.',
      'I kept it short. {^done}; and beyond that there was {proof}. {H} listened, leaning on {feature}, and grew paler with each word, and asked only one thing: whether {R} had seen it.',
      '“{R} has,” said {R}.',
      'We had left the door open; one always forgets the door. The {Rrole} took a chair, asked whether anyone minded, and explained the position to us as a doctor does. There was a law about things that are found. There was another about people who keep silent. It would be disagreeable for {H}, who was no longer young. It could all be avoided.',
      '“What do you want?” I asked, although it was plain enough. {R} wanted {thing}, and wanted me to say, if anyone should ask, that {told}.',
      'I have said that sentence often in my life. I found that I could not say it now; it stuck crosswise. But I gave up {thing}. I gave it up for {H}, and {H} knew it, and {R} knew it too and was content, because a person who pays once can be made to pay again.',
      '“You should not have,” said {H} afterwards. “It was mine to lose.” “Then we have both lost something today,” I said. It was only then that it struck me what {R} had not asked for. To ask for the proof would have been to admit that there was something to prove.',
    ],
  },
]
