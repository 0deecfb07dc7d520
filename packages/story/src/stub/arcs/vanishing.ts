import type { ArcKind } from './arc-kind.ts'

/** Somebody whom the story knows is gone one morning, and is found again. `{W}` is that person. */
export const vanishing: ArcKind = {
  cases: [
    {
      told: '{W} had gone to nurse a sister and would be away for long',
      proof: 'a letter from that sister, unopened, asking why {W} never wrote',
      truth:
        '{R} had learned who it was that talked to me, and wanted {Whim} out of the way until talking was out of fashion',
    },
    {
      told: '{W} had left by night to be rid of old debts',
      proof: 'a list of every one of those debts, crossed out and paid, with {R}’s name beside the last',
      truth:
        '{W} had paid {R} the last coin of it, and whoever owes nothing can say anything; so {R} had shut a door and kept the key',
    },
    {
      told: '{W} had grown strange, and had been taken somewhere quiet',
      proof: 'half a page in {W}’s plain hand, as sane as bread, that broke off in the middle of {R}’s name',
      truth:
        '{W} had seen {R} at work on the old records, and was to be called mad before anyone could ask what there had been to see',
    },
    {
      told: '{W} had been offered a better post elsewhere and had not looked back',
      proof: 'a draft of that very offer, with {R}’s corrections still in the margin',
      truth: 'there was no such post; {R} had invented it, and when {W} saw through it {R} kept {Whim} from telling',
    },
  ],
  texts: {
    discovery: {
      rationale: '{W} has become somebody to lose. {P} should find the place empty, and not believe the explanation.',
      intention: '{P} finds that {W} is gone, and takes {aThing} that was left behind.',
      outcomes: ['{W} is missing', '{P} knows that the explanation was learned by heart'],
      summary: [
        '{W} is gone from {place}; {P} finds {aThing}, left there on purpose.',
        'Everybody says that {told}.',
        '{P} takes {thing} and tells nobody.',
      ],
      raised: 'Where is {W}, and for whom was {thing} left?',
      feeling: 'alarmed',
      goals: ['find {W}'],
    },
    bargain: {
      rationale: '{P} needs the last one to have been near {W}, and fear should have its price.',
      intention: '{P} learns from {aHrole} where {W} was last, and promises something in return.',
      outcomes: ['The way {W} went is known', '{P} owes a promise'],
      summary: [
        '{H}, the {Hrole} at {place}, was the last to be near {W} and sends {P} to {search}.',
        'In return {P} promises to {ask}.',
      ],
      raised: '{P} has promised {H} to {ask}.',
      feeling: 'hopeful, and bound by a promise',
    },
    search: {
      rationale: 'What was told about {W} should break on one small proof, and somebody should see {P} find it.',
      intention: '{P} follows {W} to {search}, finds a proof, and is stopped by {aRrole} who is all concern.',
      outcomes: ['{W} did not go by choice', '{^aRrole} wants {thing}'],
      summary: [
        'At {place} {P} finds {proof}.',
        'So it is not true that {told}.',
        '{R}, the {Rrole}, offers to look after {thing}.',
      ],
      raised: '{R} wants {thing}, and knows more about where {W} is than a friend would.',
      feeling: 'frightened for {W}',
      goals: ['find {W}', 'keep what was found from {R}'],
    },
    confrontation: {
      rationale: '{R} should ask a price for {W}, and {P} should pay it and learn from the paying.',
      intention: '{P} keeps the promise, and gives up {thing} to {R} in the hope of seeing {W} again.',
      outcomes: ['The promise is kept', '{R} gives away that {W} is near'],
      summary: [
        '{P} has kept the promise to {H}.',
        'At {place} {P} gives {thing} to {R} for the sake of {W}.',
        '{R} has betrayed that {W} is alive and near.',
      ],
      feeling: 'out of patience',
    },
    answer: {
      rationale: 'The search for {W} can end; being found should cost {R} more than being lost cost {W}.',
      intention: '{P} finds {W}, learns what {R} did, and brings {W} back where everybody can see it.',
      outcomes: ['{W} is back', 'Those who repeated the lie have to meet {W}'],
      summary: [
        '{P} and {H} find {W} at {place}: {truth}.',
        '{W} comes back among people; {R} has no more hold over anyone.',
      ],
      resolution: '{W} was found at {place}: {truth}.',
      feeling: 'glad, and watchful',
      goals: ['find out what is behind it'],
    },
  },
  templates: {
    discovery: [
      {
        title: ['The Empty Chair', 'Two Cups'],
        paragraphs: [
          '{weather} I had got into the habit of looking in on {W}, and on that day there was nobody to look in on. Everything at {place} was as I had left it the last time. {mood}',
          'Two cups had been washed and only one put away. I waited, as one does, a good deal longer than was sensible, and moved nothing, because moving something would have meant that I no longer expected anyone to come in and find it moved.',
          'Then I asked. I asked next door, and below, and across the way, and I was told by all of them, in very nearly the same words, that {told}. It was so well learned that I looked round for the teacher.',
          '“Did you see it?” I asked. They had not seen it. They had it from somebody who had.',
          'I went back and sat down where {W} always sat, and there I felt it, pushed into the crack between the seat and the back: {aThing}. One does not lose a thing like that. One loses things on the floor. One pushes them into a crack when there are steps coming, and when there is one person in the world who will think of sitting down in that place.',
          'I suppose that I am that person. I took {thing} and shut the door behind me, and for the first time since I had known the place I locked it.',
        ],
      },
      {
        title: ['Good Hours', 'In Perfect Order'],
        paragraphs: [
          '{W} did not come. We had agreed on a day and an hour, and whatever else may be said about {W}, nobody was ever kept waiting. {weather} {mood}',
          'I went to {place} to be angry, and stopped being angry on the threshold. Everything was tidy; that was what was the matter. There had not been a tidy corner in those rooms as long as {W} had the use of them.',
          'A neighbour looked in, glad of the occasion. “You are too late. Have you not heard?” And I was told, over an armful of washing, that {told}.',
          '“Who says so?” “Everybody,” said the neighbour, and thought about it, and went away.',
          'Somebody had cleaned here, then, and had cleaned well, but not like one who lives with things and knows where they hide. Behind the lowest shelf, where {W} kept what was not to be dusted, lay {aThing}. I had never seen it before. Round it was a slip of paper with one word in a hand that I knew, and the word was my own name.',
          'You may say that I could have left it there. I have said so myself. But {W} had once answered me when silence would have been cheaper. That is a debt, and {thing} was the bill.',
        ],
      },
    ],
    bargain: [
      {
        title: ['The Loan of a Lamp', 'The Last to See {W}'],
        paragraphs: [
          'The last person to have seen {W} was {H}, {Hrole}, and {H} did not want to have seen anybody. I had to go to {place} three times before the door stayed open. {weather} {sights} {^atmosphere}. {mood}',
          '“I have nothing to say,” said {H}, “and I have been saying it all week.” I put {thing} on the table. “Oh,” said {H}. “So it was meant for you.”',
          'It appeared that {W} had come by late, out of breath, and had wanted two things: the loan of a lamp, and not to be asked what it was for. “I gave the lamp. I did not ask. I have always been good at not asking, and see how well it has served everybody.”',
          '“They say that {told}.”',
          '“In the dark? With my lamp?” {H} laughed without any pleasure. “I watched it go. It went toward {search}, and there is nothing that way but {search}. I can tell you how one gets in, since I am one of four who know. But it is not a present.”',
          'The price was soon named: I was to {ask}. It had nothing to do with {W} at all, so far as I could see. People carry their own troubles about with them, and when somebody comes by who is willing to go where they are afraid to go, they hand them over. I gave my word. {H} drew the way on the table with a wet finger, and we both watched it dry.',
        ],
      },
      {
        title: ['Through a Wall', 'A Soft Voice'],
        paragraphs: [
          'I asked the wrong people for six days. On the seventh a note was pushed under my door, unsigned, and it said only: at {place}, when the lamps are out. {weather} {mood}',
          '{sights} {^atmosphere}. A figure got up from the shadow, and it was nobody to be afraid of. It was {H}, {aHrole} whom I had passed a hundred times without a thought.',
          '“I heard them,” said {H}. “I did not see. I was on the other side of the wall, and when it began I put my hands over my ears, and then I took one hand away.” One of the voices had been {W}’s. The other had spoken so softly that there was only the shape of it. “It said please. It said please again and again. I have never been so frightened in my life.”',
          'I repeated what I had been given to understand, that {told}.',
          '“Then it happened at {search}, because that is where they were, and then somebody left it through a wall,” said {H}. “Go and look. Go soon; they have begun to clean.”',
          'I asked why nobody else had been told. {H} considered {thing} for a while. “Nobody else was looking. And I have need of somebody who goes in there anyway.” What was wanted of me was that I should {ask}. I promised it. It is curious how quickly one promises, in the dark, to a voice.',
        ],
      },
    ],
    search: [
      {
        title: ['As Far as the Brooms', 'Somebody’s Crust'],
        paragraphs: [
          'They were cleaning {place}, and they had begun at the door, as people do who are told to clean and not told why. {weather} {sights} {^atmosphere}. {mood}',
          'So the farther in I went, the truer it became. I did on the way what I had promised to {H}, and felt the better for it; a promise kept makes a kind of handrail. Then I came to where the brooms had not been.',
          'Somebody had spent nights there. There was a hollow where a person had lain, and a crust, and on the wall a row of scratches, as of one who counts hours in order to have something to count. I knew that crust. I had sat across from it often enough, and had never once seen it finished.',
          'Below the scratches, folded small and pushed out of sight, was {proof}.',
          'It made nonsense of what they had all told me. If it were true that {told}, then this could not be here; and it was here, I had a corner of it under each thumb.',
          'The light changed, because {R} was standing in it. “You are a friend of {W}’s, I believe,” said the {Rrole}. “How good. So am I. We are all so worried.” One hand was held out for whatever I had picked up, palm upward, like a waiter’s. I said that I had picked up a cold. “Then go home to bed,” said {R}, “and I shall send somebody to see that you stay there. And should you come across {thing}: I am keeping everything of {W}’s safe.”',
        ],
      },
      {
        title: ['Thinking Like {W}', 'A Mark on the Floor'],
        paragraphs: [
          '{^place} is larger when it is dark. {weather} I went in by the way that I had been told of, on hands and knees for part of it. {sights} {^atmosphere}. {mood}',
          'The errand for {H} was done in a few minutes. After that I tried to think like {W}. It is not hard to think like somebody whom one misses: one only has to go slowly, and complain a little.',
          'Where do you go when there is a person behind you who speaks softly? Not to the door. Upward, I thought, and then I thought of {W} and ladders, and looked down instead. Among a great many marks on the floor there was one that began in the middle of nothing and ended at the foot of the wall.',
          'I felt along it. What came out, rolled as thin as a pencil, was {proof}.',
          'I read it twice, with moving lips, like a child. So it was not the case that {told}; it never had been; and whoever had thought of that had thought of it beforehand.',
          '“You will spoil your eyes,” somebody said kindly. Of all the people in the world I had least expected the {Rrole}, and I believe it showed, for {R} seemed amused. “We have lost the same person, you and I. Shall we compare what we have found? No? Then I shall tell you what I think. I think you have {thing}, and I think that {W} will be better off, much better off, on the day when it is mine.” It took me the whole way home to understand that I had been told a price.',
        ],
      },
    ],
    confrontation: [
      {
        title: ['Three Cups', 'An Exchange'],
        paragraphs: [
          '{H} had seen {R} coming and might have bolted the door, and did not. “I am tired of bolting,” I was told afterwards. So there were three of us at {place}, and there was {feature}, on which I kept my eyes. {weather} {mood}',
          'First I paid what I owed. {^done}. {H} heard me out with bent head and poured three cups, as if it had been a visit.',
          '“There is no need to raise our voices,” said {R}. “{W} is well. {W} is merely elsewhere, and has asked me, in so many words, to look after a certain object. You have it. Put it on the table, and I believe I can promise that you will see your friend again.” It was the first time that anybody had said that I might not.',
          '“And if I would rather keep it?” “Then,” said {R}, “you would have {thing}.”',
          'I looked at {H}, who was very pale, and who shook {Hhis} head by perhaps the width of a hair. I put {thing} on the table all the same. There are people who can hold on to a principle while somebody is cold and counting hours. I have met some, and I do not envy their friends.',
          '{R} left the cup untouched. “Wise,” said {R} at the door, and that was a mistake, because it told us how much it had been worth. When the steps were gone {H} bent down and drew out what I had pushed under the table with my foot: {proof}. “That was a very small shake of the head,” I said. “It is a very small table,” said {H}.',
        ],
      },
      {
        title: ['Terms', 'By Nightfall'],
        paragraphs: [
          'The terms came in writing, without a signature, and {H} read them out to me at {place} in the voice of one who reads a bill. {weather} {^thing}, by nightfall; no copies; no company. I stared at {feature} and tried to have an idea. {mood}',
          '“You have not even asked about your errand,” I said, to put it off. {^done}. For a moment that was the only thing in the room. “Thank you,” said {H}. “Whatever happens now, this is done.”',
          'Nightfall came, and with it {R}. The {Rrole} had the grace to look embarrassed, like somebody who has been sent; but nobody had sent {R}, and all three of us knew it.',
          '“I want to hear you say it,” I said. “I want you to say that {W} is alive.”',
          '“Why should I know that?” asked {R}. There was a silence, in which one could see the question travel back to its owner. “I mean to say, naturally. Alive. Naturally.” And now I was quite certain.',
          'I gave up {thing}. It went into a good inside pocket, and the {Rrole} went after it, so to speak, at some speed. “Did you notice?” said {H}. “It was not the thing that frightened {Rhim}. It was being asked.” We still had the proof, and now we had that as well; and somewhere, not far off, there was somebody who sat and listened for steps.',
        ],
      },
    ],
    answer: [
      {
        title: ['The Bolt on Our Side', 'You Took Your Time'],
        paragraphs: [
          'It was {feature} that told me. I had looked at it twice and seen nothing else. The third time I saw that somebody had been there since, and had stepped round it with care, and that the steps went on where {place}, by rights, comes to an end. {weather} {mood}',
          '{H} held the light. Behind a door that I had taken for a wall there was a bolt, on our side of it, and behind the bolt was somebody who said, rather hoarsely: “You took your time.”',
          'I shall not describe how {W} looked. {W} has forbidden it. We sat on the floor, all three of us, and ate what {H} had brought, and it came out in pieces, between mouthfuls. {^truth}.',
          '“I knew that you would find {thing},” said {W}. “You never could leave anything lying.”',
          'When we came out with {W} between us, people stood still. They had all been so sure. {R} was among them, as it happened, with {thing} in an inside pocket; and {W}, who could hardly stand, went up and held out a hand for it, and went on holding it out. It took some time. I never saw anyone spend so long and so quiet a time in public. Then {W} had it back.',
          'I walked {W} home, and waited below until there was a light.',
        ],
      },
      {
        title: ['The Wrong Tune', '{W}, Present'],
        paragraphs: [
          'I had thought of it as a thing to be found out, and it was only a thing to be listened to. At {place}, late, beside {feature}, I did what I ought to have done first, and kept still. {weather} {mood}',
          'After an hour there was a tapping. It was not the building. I know the tune that {W} hums over work; everyone does who ever had to sit through it; and somebody was tapping that tune, badly, with the patience of a person who has nothing else to do.',
          'I fetched {H}, and {H} fetched tools, and toward morning we had the panel off. {W} looked at the two of us, and then at the hole. “There is a door,” said {W}, and sat down, and could not speak for a while.',
          'Then we heard it. {^truth}. There had not even been hatred in it. It had been a kind of tidiness.',
          '{R} was sent for, and came, which I had not expected, and stood before us turning {thing} over and over. “I meant to let it end well,” said {R}. “I was only waiting until I knew how.” {H} took {thing} away as one takes a knife from a child. Nobody made a speech. By evening it was known everywhere, and those who had been so ready to tell me that {told} were busy with something else when I came by.',
          '“They meant no harm,” said {W}. “They had it from somebody.” I said that I knew, and that it was just what I was afraid of.',
        ],
      },
    ],
  },
}
