import type { ArcKind } from './arc-kind.ts'

/** Somebody comes who bears the name of a person thought dead. `{W}` is the one who came. */
export const homecoming: ArcKind = {
  cases: [
    {
      told: '{W} had been lost on a crossing, with everybody who was on board',
      proof: 'a list of the lost, with {W}’s name added at the end in another ink',
      truth: '{W} was never on board; it was {R} who added the name, and who took over what the lost leave behind',
    },
    {
      told: '{W} had died of a fever far away and had sent no word',
      proof: 'seven letters in one hand, signed by {W}, each of them opened, read and never delivered',
      truth: '{W} wrote every year, and every year it was {R} who kept the letter',
    },
    {
      told: '{W} had been buried before anyone could come',
      proof: 'a bill for a coffin, to be delivered closed and empty, made out to {R}',
      truth: 'there was nobody in the coffin; {R} had paid for it, and had paid {W} never to be seen again',
    },
    {
      told: '{W} had walked out one night and lain down in the cold',
      proof: 'a sworn statement by the finder, with the name left open and then filled in by {R}',
      truth:
        'the one whom they found was a traveller whom nobody missed, and {R} lent the traveller {W}’s name, so that nobody would look any farther',
    },
  ],
  texts: {
    discovery: {
      rationale: 'Somebody should come back whom the whole place has mourned, and {P} should be asked to judge.',
      intention: 'A stranger claims a name that is on the list of the dead, and leaves {aThing} with {P}.',
      outcomes: ['Somebody says to be a person who is dead', '{P} has taken a side without meaning to'],
      summary: [
        'At {place} a stranger says: I am {W}.',
        'It has always been told that {told}.',
        'The stranger leaves {aThing} with {P}, who tells nobody.',
      ],
      raised: 'Is the one who came {W}, and if so, who wanted {W} to be dead?',
      feeling: 'curious, and of two minds',
      goals: ['find out whether it is {W}'],
    },
    bargain: {
      rationale: 'Only one who loved or feared {W} can know the truth, and that person should want something.',
      intention: '{P} asks {aHrole} who knew {W}, and has to promise something in return.',
      outcomes: ['{W} had a life that others remember', '{P} owes a promise'],
      summary: [
        '{H}, the {Hrole} at {place}, knew {W}, never wholly believed the news, and names {search}.',
        'In return {P} promises to {ask}.',
      ],
      raised: '{P} has promised {H} to {ask}.',
      feeling: 'hopeful, and bound by a promise',
    },
    search: {
      rationale: '{P} should find who made {W} dead on paper, and meet that person over the paper.',
      intention: '{P} searches {search}, finds what was done to the name, and is found by {aRrole}.',
      outcomes: ['The death was made on paper', '{^aRrole} wants {thing} gone'],
      summary: [
        'At {place} {P} finds {proof}.',
        'So it cannot be that {told}.',
        '{R}, the {Rrole}, lives on that death and wants {thing}.',
      ],
      raised: '{R} means to keep {W} dead, and wants {thing} before anybody can show it.',
      feeling: 'frightened, and sure',
      goals: ['find out whether it is {W}', 'keep what was found from {R}'],
    },
    confrontation: {
      rationale: '{R} should offer what is hard to refuse, and {P} should give up {thing} for the sake of {H}.',
      intention: '{P} keeps the promise, and gives {thing} to {R} so that {H} is left in peace.',
      outcomes: ['The promise is kept', '{R} is frightened enough to bargain'],
      summary: [
        '{P} has kept the promise to {H}.',
        'At {place} {R} bargains, and {P} gives up {thing} for the sake of {H}.',
        '{R} has forgotten to ask for the proof.',
      ],
      feeling: 'ashamed, and no longer alone',
    },
    answer: {
      rationale: 'It can be said who {W} is, in front of somebody to whom it matters.',
      intention: '{P} proves that the one who came is {W}, and that {R} made it otherwise.',
      outcomes: ['{W} has a name again', '{R} has lost what the lie brought in'],
      summary: ['The one who came is {W}: {truth}.', 'At {place} {H} says so, and {R} gives {thing} back.'],
      resolution: 'It is {W}: {truth}.',
      feeling: 'moved, and uneasy about what comes next',
      goals: ['find out what is behind it'],
    },
  },
  templates: {
    discovery: [
      {
        title: ['Late for It', 'The One Who Sat Down'],
        paragraphs: [
          '{weather} Nobody saw the stranger arrive at {place}. There was a seat empty, and then it was not. {mood}',
          'I noticed because the talk had stopped. It started again, too loudly, as it does when people have agreed not to look. The stranger drank something hot with both hands, put down the cup, and said to the room in general: “I am {W}. I think that some of you knew me.”',
          'Nobody dropped anything. One old man got up and went out without his hat. For it had been settled long ago, and I had it from people who do not lie, that {told}.',
          '“Then I am late for it,” said the stranger when I repeated this, being the only one who would talk. “Sit down. You have the face of somebody who writes things down.” And something was pushed across the table to me: {aThing}. “I had that with me the last time anybody called me by my name. Keep it. They will search me by and by, I think, and they will not search you.”',
          'I asked what I was meant to do with it. “Find out whether I am lying,” said the stranger. “I should like to know it myself. It has been a long time, and all of them are so certain.”',
          'So I went home with {thing} and with no opinion. I have met liars, and they do not ask to be looked into. I have met the dead, too, in a manner of speaking, and they had never been thirsty.',
        ],
      },
      {
        title: ['Nine Times Asked', 'Good at Questions'],
        paragraphs: [
          'They sent for me to {place} because, they said, I was good at questions. {weather} What they had there was a person and a name, and they would have liked me to prove that the one did not belong to the other. {mood}',
          '“Ask away,” said the person, who was sitting very straight. “The name is {W}. I have told it nine times. It does not wear out.”',
          'Everyone knew that {told}. There had been words said over it, and money collected. One does not like to have given money to the wrong sorrow; I saw that in all their faces, and felt it in my own.',
          'I asked what one asks: the neighbours, the old songs, who had been tall. Some answers were right, some were wrong, and some were better than right, the kind of thing that nobody remembers until it is said. “That proves nothing,” they told me in the passage. It did not. It would have been easier if it had.',
          'As we passed each other in the doorway something was put into my hand: {aThing}. “You will know whom to show it to,” said the one who went by the name of {W}.',
          'I did not know at all. But I noticed that I had closed my fingers on {thing} and told nobody, and in this place that is how one takes a side.',
        ],
      },
    ],
    bargain: [
      {
        title: ['A Good Memory', 'Before the End of the Joke'],
        paragraphs: [
          'If anyone could say who the stranger was it was {H}. The {Hrole} at {place} forgets nothing, and is avoided for it. {weather} {sights} {^atmosphere}. {mood}',
          '“I wondered who would come,” said {H}. “Not whether.” I laid {thing} on the table. {H} did not touch it, but leaned over it with moving lips, as when one reads a name on a stone.',
          '“Is it true that {told}?” I asked.',
          '“I stood with the rest when they said the words. I said them too.” A long breath. “Have you ever said words over somebody, and felt that they did not stick? One is not supposed to mention it. I was young. I had a place to lose.”',
          'I asked where one could make certain. At {search}, I was told, where they had put what nobody wanted to keep and nobody dared to burn. “But I want something for it,” said {H}. “I have been honest for nothing long enough.” And I had to promise to {ask}.',
          'At the door {H} asked, quite lightly: “Does {W} still laugh before the end of the joke?” I said that I had not heard any jokes. “No,” said {H}. “I suppose one would not, now.”',
        ],
      },
      {
        title: ['The Packed Bag', 'Believed Too Quickly'],
        paragraphs: [
          '{H} would not come to me, so I went to {place}, and there I was made to wait. {weather} {sights} {^atmosphere}. {mood}',
          'At last the {Hrole} came in backwards, carrying something heavy, saw {thing} on my knee, and set the load down on {Hhis} own foot. It was some time before we could begin.',
          '“Where?” said {H}; not who. I said that somebody had come and claimed to be {W}. “Claimed,” said {H}. “And what do the others claim?” That {told}, I said.',
          '“We were to go away together, {W} and I. I had my bag packed. I stood beside it half a night, and in the morning they brought me the news, and I unpacked it. I have sometimes thought that I believed them rather quickly.”',
          'What {H} knew was this: there had been papers, they had been taken to {search}, and it had been done at an hour when honest papers are asleep. “I never went to look. If the news was true I had lost somebody, and if it was not I had been left. Which would you have wanted to find?”',
          'I promised to look in {Hhis} place. I also promised, because it was asked in the same breath and I did not hear the difference until later, to {ask}. {H} picked up the heavy thing again as if it weighed nothing, and stood there with it, and forgot to go.',
        ],
      },
    ],
    search: [
      {
        title: ['The Good Lid', 'What Was Kept of {W}'],
        paragraphs: [
          'What nobody wants to know is, as a rule, quite well looked after. Somebody had put a dry crate into {place}, and a good lid on the crate, and a great deal of rubbish on the lid. {weather} {sights} {^atmosphere}. {mood}',
          'I did the errand for {H} before I let myself touch it, in case I should not be able to think of anything afterwards. Then I took off the rubbish, piece by piece, and remembered how each piece had lain. One learns such things. I am not proud of it.',
          'The crate held a life: some clothes, a cup, school things, a comb, what is left when a person has been cleared away by people in a hurry who are not wholly without shame. At the very bottom, where it had been laid first and with the most care, was {proof}.',
          'I had come to learn whether a stranger was lying, and now I thought about everybody else. For it could not be that {told}. Somebody had sat down with a clean sheet and seen to it that it should look so.',
          '“That has not been catalogued,” said {R}.',
          'The {Rrole} must have come in while I was reading, and had found a seat, and was comfortable. “You are kind to strangers. It does you credit. But should this one turn out to be somebody, then a number of arrangements would have to be looked at again, and old people live on those arrangements.” There was real sorrow in it. “I should have to stop that, you see. I would start with {thing}.”',
        ],
      },
      {
        title: ['Against the Light', 'The Leak'],
        paragraphs: [
          'I told them at {place} that I had come about the leak, and they let me in and forgot me; there is always a leak. {weather} {sights} {^atmosphere}. {mood}',
          'What I had promised to {H} was the work of a moment. What I had promised myself took all afternoon. By then I had begun to hope that the stranger was {W}, and so I looked for proof of the contrary, as one presses on a tooth.',
          'There was none. There was only dust, in good order; and, where the dust had once been lifted and laid back again like a blanket, {proof}.',
          'I held it against the light and saw how it had been done. It was not even clever. It had been done for people who would never hold it against the light, and we were those people. All my life we had told each other that {told}.',
          'Somebody coughed. It was {R}, and behind {Rhim} the passage was full of nobody. “I always wondered whether that had been thrown away,” said the {Rrole}.',
          '“It will not help you. One sheet, against everyone’s memory?” It was a smile that had been used on better people than me. “But your stranger came with something to show. I would give a good deal for {thing}. Or I would take a good deal away. I leave it to you which of the two sounds more like me.”',
        ],
      },
    ],
    confrontation: [
      {
        title: ['The Evening Off', 'Something Kept Warm'],
        paragraphs: [
          '{R} had been before me at {place}, and sat beside {feature} like someone who has been offered a chair and has taken the house. {weather} {mood}',
          'I did not let that stop me. {^done}. I said so to {H}, across the head of the {Rrole}, and something in {Hhis} back straightened that had been crooked ever since I knew {Hhim}.',
          '“Very pretty,” said {R}. “Let us talk about the person who sits in rooms and says a name. There will be a hearing. It will be fair. And {H} will be asked whether that is {W}, and will say no. Tell your friend why, {H}.”',
          '{H} told me. It was not a crime, or nothing that I would call one; it was a thing done once by somebody frightened, and {R} had kept it warm ever since. “So there we are,” said {R}. “Unless there is no hearing. Unless nobody has {thing} to bring to a hearing.”',
          'I have often thought about what I should have answered. What I did was to unwrap {thing} and push it over. I did not do it for the stranger. I did it because I had watched {H} say that aloud.',
          '“What was that for?” asked {H}, when we were alone. “I would have said no. I have said no all my life.” “I know,” I said. “I wanted you to have the evening off.” Then I put the proof where {thing} had been; for {R} had asked for the one, and in the joy of getting it had quite forgotten the other.',
        ],
      },
      {
        title: ['Better Off', 'The Offer'],
        paragraphs: [
          'We were happy for about half an hour. I had come to {place} with good news, and {H} had a way of listening to good news as if it were about somebody else. {weather} There was {feature}, there were the two of us, and for once there was nobody at the door. {mood}',
          '{^done}. And besides that, I said, and put down what I had found. It took {H} a long time to read, because it was read as one reads who means to keep it.',
          '“May I see?” said {R}. We had not heard the latch.',
          'The {Rrole} had brought no threats, and that was what was so bad. There was an offer instead: for the stranger a pension, and a quiet place to live, under any name but one; for {H} a letter, put away for many years, which was perhaps not without interest; for me the thanks of the community. “In return I ask for {thing}, which is no use to anyone, and for no more talk about papers. Everyone would be better off. I have worked it out.”',
          '“Everyone would be better off,” said {H} slowly. “That is how you put it the last time.”',
          'It was settled badly in the end, as such things are. {R} left with {thing}, which I gave up to have the room to ourselves. {H} was left without the letter, having said what could be done with it. I was left with the proof, and with the knowledge that somebody had been frightened enough to be generous.',
        ],
      },
    ],
    answer: [
      {
        title: ['The One About the Ladder', 'The Hearing'],
        paragraphs: [
          'The hearing was held at {place}, because nowhere else would have held everybody. {weather} They had put a chair next to {feature}, and on the chair, very straight, sat the one it was about. {mood}',
          'It went as {R} had arranged it. One after the other they stood up and were sorry, and said what they had always said, that {told}. Then {H} was called.',
          '{H} looked at the chair for some time. “Tell the one about the ladder.” There was a pause, and the stranger began, and long before the end of it had started to laugh, and put up a hand to hide it; and {H} sat down and said: “That is {W}.”',
          'I read out what I had found. It was hardly needed any more, but it had waited long enough. {^truth}.',
          'Nobody cheered. It is hard to cheer for somebody whose things you have shared out. But one woman went home and came back with a cup, and put it down before the chair without a word; then somebody brought a comb, and somebody a coat, and it went on until there was hardly room to stand. {R} brought {thing}. I think it was only to be rid of it. It was laid with the rest.',
          '“And what do I do now?” {W} asked me, in the midst of it all. I said that I supposed one went on. “From where?” said {W}. It is a good question, and I have written it down.',
        ],
      },
      {
        title: ['One Line', 'As Far as the Light'],
        paragraphs: [
          'I asked {W}, for that is what I had come to call the stranger, to meet me at {place}, beside {feature}, and to bring nobody. {weather} {H} came too. I had expected it, and had brought a third cup. {mood}',
          '“Before I read you this,” I said, “I should like to hear how you tell it.”',
          '{W} told it. It was short. There was a night in it, and a kindness that turned out to be a lock, and after that a great many years that were nobody’s business. Then I put the proof beside it, and they fitted, as a key does, all the way in. {^truth}.',
          '“You could have come back before,” said {H}. It was not a reproach. It was a good deal worse. “I did,” said {W}. “Twice. I got as far as the light in your window.”',
          'I went out and looked at things for a while. When I came in again they were arguing about something that they had not been able to finish the last time. We went to {R} together, all three of us, and we did not need to say anything: the door opened, and {R} saw who stood beside whom, and held out {thing} before anybody had asked. “I always knew that it would be the two of you,” said {R}. “I only hoped to be older.”',
          'The name was struck from the list of the dead by a clerk with a steady hand. It takes one line. I had thought that it would take more.',
        ],
      },
    ],
  },
}
