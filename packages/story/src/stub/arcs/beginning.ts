import type { ArcKind } from './arc-kind.ts'

/**
 * What a novel began with is answered. `{W}` is the last one who asked, `{H}` a friend from an earlier arc, `{names}` those
 * whose silences led here.
 */
export const beginning: ArcKind = {
  cases: [
    {
      told: '{W} had thought about it too much and lost the way home',
      proof:
        'a book of accounts, forty years long, of what it had cost to keep it so, with {R}’s initials at the foot of every page',
      truth:
        'it never was a wonder: it was kept up, from day to day, by {R}, and by others before {R}, because people who are a little afraid of one thing do not ask about the rest',
    },
    {
      told: '{W} had made it all up for a wager',
      proof: 'an agreement, signed by {R} and by three who are dead, that it should never be looked into',
      truth:
        'it began as a mistake; {W} saw that it was one, and {R} and the others saw that a mistake which everybody believes in is worth more than the truth',
    },
    {
      told: '{W} had gone to look into it and had thought better of it',
      proof: 'a set of instructions in {R}’s hand, with a space left at the end for whoever should come next',
      truth:
        'it was begun to hide one frightened person whom {W} loved, and it was {R} who kept it going long after there was anyone to hide',
    },
  ],
  texts: {
    discovery: {
      rationale: 'The silences so far have one root. {P} should see it, and be afraid to pull.',
      intention:
        '{P} sees that the earlier stories belong together, and finds {aThing} left by the last one who asked.',
      outcomes: ['The first question is asked again', 'Somebody has asked it before'],
      summary: [
        'At {place} {P} sees that everything so far leads back to what the novel began with.',
        '{W} once asked the same and left {aThing}; it is told that {told}.',
        '{P} keeps {thing}.',
      ],
      raised: 'How far did {W} get with the first question of all, and who put a stop to it?',
      feeling: 'certain, and afraid of it',
      goals: ['find out what is behind it', 'finish what {W} began'],
    },
    bargain: {
      rationale: 'Nobody should go into this alone. {P} turns to a friend, and the friend wants a promise.',
      intention: '{P} brings {thing} to {H}, who knew {W}, and promises something in return for the way.',
      outcomes: ['{H} is in it too', '{P} owes a promise to a friend'],
      summary: ['{H} knew {W}, and sends {P} to {search}.', 'In return {P} promises to {ask}.'],
      raised: '{P} has promised {H} to {ask}.',
      feeling: 'encouraged, and bound by a promise',
    },
    search: {
      rationale: '{P} should see how it is done, and meet the one who does it.',
      intention: '{P} finds out at {search} how it is done, and meets {aRrole} who does it.',
      outcomes: ['It is known that it is made', '{^aRrole} wants {thing}, and silence'],
      summary: [
        'At {place} {P} finds how it is done, and {proof}.',
        'So it is no wonder at all, and it is not true that {told}.',
        '{R}, the {Rrole}, looks after it and wants {thing} and silence.',
      ],
      raised: '{R} wants {thing}, and wants {P} to go on telling the old story.',
      feeling: 'sobered',
      goals: ['tell how it really is', 'keep the proof from {R}'],
    },
    confrontation: {
      rationale: '{R} should have a good argument, and {P} should have to decide without being sure.',
      intention: '{P} keeps the promise, hears what {R} has to say for it, and gives up {thing} but not the proof.',
      outcomes: ['The promise is kept', '{P} decides to tell'],
      summary: [
        '{P} has kept the promise to {H}.',
        'At {place} {R} argues for leaving it as it is, and {P} gives up {thing}.',
        '{P} has kept the proof, and means to tell.',
      ],
      feeling: 'tempted, and decided',
    },
    answer: {
      rationale: 'What the novel began with can be answered now, and the answer belongs to everybody.',
      intention: '{P} tells in public what is behind what the novel began with.',
      outcomes: ['The first question is closed', 'Something else begins'],
      summary: [
        '{P} tells everybody at {place} what is behind it: {truth}.',
        '{H} stands by; {R} has nothing left to keep.',
      ],
      resolution: '{W} had got as far as the truth: {truth}.',
      feeling: 'at rest, for a while',
      goals: ['find out what is behind the next thing'],
    },
  },
  templates: {
    discovery: [
      {
        title: ['On One Table', 'In the Margin'],
        paragraphs: [
          '{weather} I had laid out everything I knew on one table at {place}, to have done with it. {mood}',
          'There it lay, all that I had learned about {names}. I had always told it as so many separate stories, with a pause between. I pushed the papers together to make room for the lamp, and saw that they were not separate.',
          '“{premise}” So it begins here; every child can say it, and I had long since stopped hearing it. But in each of those stories somebody had been told to be quiet at the very moment when they might have asked about that.',
          'And somebody had asked. In the margin of the oldest sheet, small and neat, stood a name that I had taken for a shopkeeper’s: {W}. Beside it there was a place, and the one word “kept”. I went to look. It had been kept: {aThing}, where anyone could have found it who did not already know the story.',
          'Whoever {W} was, {W} had come as far as I had, and farther, and after that there was nothing more. The way they tell it, {told}. I had never so much as wondered.',
          'I put {thing} into the middle of the table, and everything else lay round it like filings round a magnet. I was afraid, and it was not of anyone in particular.',
        ],
      },
      {
        title: ['The First Question', 'Half a Sentence'],
        paragraphs: [
          'A child stopped me at {place} and wanted to know why it was so. I knew at once what was meant. “{premise}” Nobody who is more than nine years old ever asks why. {weather} {mood}',
          '“I do not know,” I said. “Everyone knows that it is so.” The child gave me a look of contempt and went to ask someone else. And I stood there, who had found out the truth about {names}, and had walked round the largest thing of all as one walks round the furniture.',
          'That evening I did what I have learned to do, and looked for the last person who had asked. It took no time at all. It was {W}, and it was common knowledge that {told}. I cannot say how often I had heard that, or why I had never heard it as an answer.',
          'People who are cut short leave something. I asked for it under several false pretences, and in the end somebody’s aunt went up a ladder and came down with {aThing}. “You may have it,” she said. “We never looked into it. We never threw it out, either.”',
          'I looked into it at home, behind a locked door. Somewhere inside, very small, there was half a sentence: “It could not go on by itself; somebody must be”. There it stopped.',
          'I sat over {thing} until the lamp gave out. “Must be what?” I said into the dark. I had the feeling that {W} had left off only for a moment, to see who was at the door.',
        ],
      },
    ],
    bargain: [
      {
        title: ['I Know That Face', 'A Reason to Come Back'],
        paragraphs: [
          'There was one person with whom I could begin, and that was {H}. We had been through one such story together, and it had made us careful with each other, as people are who have carried something heavy down a stair. I found {Hhim} at {place}, beside {feature}. {weather} {mood}',
          '“No,” said {H}, before I had opened my mouth. “I know that face. The last time you wore it I did not sleep for a month.” And then, because I went on standing there: “What is it?”',
          'I put down {thing}, and I said the old words, the ones that every child can say. I had been prepared for laughter. “I wondered when you would get to that,” said {H}.',
          'It turned out that {W} had been well known in that house once: a loud, untidy, friendly person who asked things at table, and then one day was not spoken of. “They said that {told}. I was told it so quickly that the soup was still hot.” {H} turned {thing} over. “If anything was hidden it is at {search}. That was the joke between us. Nobody would look there, since everybody supposes that it belongs to somebody.”',
          '“Will you come with me?” “I shall be here when you come back,” said {H}. “Somebody ought to be. And so that you have a reason to come back, you will do something for me: {ask}.”',
          'I gave my word, and we shook hands on it, which we had never done before. It was more alarming than anything that had been said.',
        ],
      },
      {
        title: ['Spoons', 'An Errand'],
        paragraphs: [
          '{H} was at {place}, as ever, and was glad to see me until I sat down. {weather} I have always liked that spot; {feature} has been there as long as I can think. {mood}',
          '“I have come about the beginning,” I said. {H} took a moment. “The very beginning? The one with which they always start?” I nodded. “I was hoping,” said {H}, “that you would turn out to be less thorough.”',
          'We went through it, who had known what. {H} likes to lay out spoons for people. There was one for each of them, for {names}, and there was one for each of those who had kept it quiet; and when all the spoons were on the table there was still a gap in the middle, as wide as a hand.',
          'I laid {thing} into the gap. “{W},” said {H} at once, and then, with an effort: “That is to say, it is well known that {told}.” We both listened to that.',
          '“Attend to me,” said {H}. “I can tell you where {W} used to go. I could have told you years ago, and you could have asked. It was {search}. But nobody goes there for nothing, and nobody ought to go there only for themselves. So you will do something for me in that place: {ask}. Then it is an errand, and if they stop you, you can say so with a good conscience.”',
          'I went home with an errand. I have noticed that courage, when one looks at it closely, nearly always turns out to be an errand for somebody else.',
        ],
      },
    ],
    search: [
      {
        title: ['Lately Oiled', 'How It Is Done'],
        paragraphs: [
          'It had been in front of everybody, of course. Nobody has hidden {place}; people walk by it and lower their voices without knowing why. {weather} {sights} {^atmosphere}. {mood}',
          'I did the errand for {H} first. Then I sat down with {thing} on my knees and compared. {W} had left out names, and had left out reasons, and had only put down what was where; and one after the other I found those things, each in its place, worn with use and lately oiled.',
          'So it was done. Somebody did it. That was what I had to hold on to, for I had grown up with it as one grows up with weather. And here was where it was looked after, as one looks after a clock.',
          'Behind the last of the things on the list lay {proof}.',
          'I read until I could not see. It is strange to learn, at my age, that the one matter which nobody ever explained had been paid for by the year.',
          '“One always hopes that it will be somebody stupid,” said {R}, and came the last few steps. I had known the {Rrole} by sight since I could walk. “You were such a help with the others. I never cared for them; they were greedy. I am not greedy. I should like to have {thing}, and I should like you to go on telling the story, just as you always do. You tell it so well.”',
        ],
      },
      {
        title: ['The Apron', 'Somebody’s Work'],
        paragraphs: [
          'I went to {place} in the middle of the day, with a bag, like somebody who has work there. {weather} Nobody stopped me. {sights} {^atmosphere}. {mood}',
          'When I had done what {H} wanted done I was alone with it. I do not know what I had expected: machinery, or a person in a hood. There was a table, a chair, a hook with an apron on it, and on the table, in rows, the small dull implements of a daily task.',
          'It was the apron that made me sit down. I had been ready for a secret. I had not been ready for a job.',
          'In the drawer of the table was {proof}. I copied nothing; I took it. And I thought of {W}, who must have sat on that same chair, and had got up because there were steps outside.',
          'There were steps outside.',
          '“Do stay seated,” said {R}, and hung up a coat beside the apron. “You are the first in a long while. The one before you was quicker, but you have had the better teachers.” The {Rrole} began to put the implements straight, without hurry. “I take it that you have {thing}, and that you will want to think about giving it to me. Think about {names}, and about who was made any happier by what you found out. I shall not press you. I never press anyone. I only ask them to think.”',
        ],
      },
    ],
    confrontation: [
      {
        title: ['Most Evenings', 'The Kindest Offer'],
        paragraphs: [
          '{H} had waited, as promised. We sat at {place} as we had sat before, only closer together. {weather} {mood}',
          '{^done}. I told that first, and then I told the rest, and watched it go in. “All my life,” said {H}. “And somebody gets up in the morning and does it.”',
          '{R} came without knocking, alone, with the look of a doctor who pays one last visit. “I am not young,” said {R}, “and I have nobody to leave it to.” It was a moment before I understood that this was the threat.',
          '“You have the patience. You have shown it. Take it over from me, and keep it going, and not a soul in {home} need ever feel foolish. Otherwise they will have to be told. They will have to be told that they were afraid of a thing with a handle. They will not thank you for it. They did not thank {W}.”',
          '{H} said: “Do not.” I was not sure which of the two things was meant. I gave up {thing}, since it was all there was to give, and it was taken absently, like a hat. “Think about it,” said {R}. “I am there most evenings.”',
          'We sat on. “You kept something back,” {H} remarked at last. I laid it on the table: {proof}. “I was tempted,” I said. “I know,” said {H}. “I was watching your hands.”',
        ],
      },
      {
        title: ['Three Places Laid', 'A Pleasant Evening'],
        paragraphs: [
          'It was a pleasant evening; that was the worst of it. {H} had cooked. {weather} At {place} there were three places laid. “I have asked the {Rrole} to come,” I was told. “I want to hear it said to my face.” {mood}',
          'Until then we talked about my errand. {^done}. “That is the end of my old stories,” said {H}. “Now there is only yours.”',
          '{R} ate well and praised the soup, and then explained it to us. It did not sound like wickedness. It sounded like housekeeping: how people need one thing that nobody can explain; how they had quarrelled before they had it; how little it cost, considering. {W} had never seen that. {W} had wanted to stand up in public.',
          '“And what was done about it?” asked {H}. “Done? I said, wherever I went, that {told}. I never did anything else. You did the rest yourselves.”',
          'No one ate after that. “{^thing}, please,” said {R}, and I went and fetched it. I should have liked to throw it. I put it down beside the plate, next to the spoon.',
          'When we were washing up {H} broke a cup, and then, with some deliberation, another. “You still have the proof,” said {H}. I had it: {proof}. “And you know by now where everybody will be, and when.” I knew that too. {H} looked at the pieces. “Then I think you should go and tell them how the story ends. I am tired of only ever hearing the beginning.”',
        ],
      },
    ],
    answer: [
      {
        title: ['How the Story Ends', 'And This Is Why'],
        paragraphs: [
          'I told it from the beginning. I stood at {place}, beside {feature}, and they had all come, because I had let it be known that I would tell it, and they like to hear it told. {weather} {mood}',
          '“{premise}” I said it in the usual voice, and they nodded, and a few moved their lips. “And this is why,” I said.',
          'You have to imagine a silence with several hundred people in it. {^truth}. I showed them how it was done. I let a child do it, since a child can. It is not at all difficult.',
          'I had been warned that they would hate me. They were angry, certainly; one man shouted that he had proposed to his wife on the strength of it. But {H} had begun to laugh, quite softly, and it went along the rows. I saw people look at each other who had been afraid of one and the same thing for forty years, and had each supposed that they were alone in it.',
          '{R} sat at the end of a row, holding {thing}, and nobody had said a word. “What will you put in its place?” the {Rrole} asked me as I came by. I said that I had not thought of putting anything. “You will see,” said {R}. “They cannot do without one.”',
          'Last of all I read out the names: {names}, and {W}. I believe it was the first time that they had been said in one breath. Then I went home and slept, and nobody woke me.',
        ],
      },
      {
        title: ['So That Is It', 'Everything That Would Open'],
        paragraphs: [
          '{H} and I went to {place} before anyone was up, and opened everything that would open. {weather} Then we sat down next to {feature}, and waited for people to come by as they do every day, and for one of them to look in. {mood}',
          'It was a woman with a basket. She looked in, and went on, and came back, and stood there for a long time. “So that is it?” she said. I said that that was it. “May I?” she said, and I told her that it belonged to her as much as to anybody.',
          'By noon there was a queue. One by one they came in, and saw with their own eyes what had been told to them with such solemn faces. “{premise}” {^truth}. {H} said it again for each of them, in the same few words, until there was no more fright in it than in a recipe.',
          '{R} came also, and waited like the others. “It looks very small,” said the {Rrole}, when the turn was come. “I had not remembered that it was so small.” And {thing} was put down among the other things, exactly where it must have lain before {W} took it away.',
          'Somebody wanted to know who had found it out. “{W},” I said. “I only read it aloud.” I should like to have that put down. I told them about {names} as well; they knew all of it by then, but they had not known that it belonged together.',
          'In the evening {H} asked me what I would do now. I said that I had thought of doing nothing. We both considered that. “For how long?” asked {H}.',
        ],
      },
    ],
  },
}

/** What a novel may go on with when what it began with is answered. */
export const newBeginnings = [
  'Since the last count there is one more door in {home} than anybody remembers making.',
  'Everyone in {home} who is asked for the hour gives the same one, and it is wrong.',
  'Somebody leaves a meal for two outside the last door in {home}, and every morning the plates are clean.',
  'The oldest people in {home} have begun to tell the same dream, and each of them claims to have had it first.',
  'A letter has come to {home} for every person there who was ever thought to be dead.',
  'There is a bell in {home} that nobody rings, and it is always one day ahead of bad news.',
  'All the portraits in {home} that were made in one certain year have had their eyes closed since.',
  'Somebody has bought up the debts of half {home}, and asks for nothing.',
] as const

/** How the next beginning is heard of. */
export const newBeginningWays = [
  'I managed it for three weeks. Then somebody mentioned to me in passing, as one mentions the weather: “{next}” And I noticed that I had stopped walking.',
  'That could have been the end. But the same night there was a knock, and somebody who had never had anything to ask me said in one breath: “{next}” I answered that I would think about it. I was already putting on my shoes.',
  'A story that is over leaves a hole, and things fall into it. This was the first: “{next}” Nobody could tell me who had said it first.',
  'I would put down the pen here, if it were not for a thing that a new clerk told me, who had it from nobody: “{next}” I have bought more ink.',
] as const
