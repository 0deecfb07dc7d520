import type { SceneTemplate } from './template.ts'

/** The pieces fall into place, and somebody has to live with it. */
export const answer: readonly SceneTemplate[] = [
  {
    title: ['The Answer', 'Said Aloud', 'What Really Happened to {W}', 'Settled'],
    paragraphs: [
      'In the end it was not a matter of finding anything. It was a matter of laying two things side by side. I did it at {place}, because that was where one of them came from, and because of {feature}, which had been in front of my eyes the first time. {weather}',
      '{H} had come along without being asked, and held the light. “Read it to me,” {H} said. “Slowly. I want to hear where it begins.”',
      'It began with {W}, and it ended with {R}. {^truth}. There were no more words to it than that. A thing so simple needs a great many people to keep it hidden, and all of them had been kind to me at one time or another.',
      'I had expected anger. What I felt was more like putting down a heavy bag and finding that the hand stays closed.',
      'We did not shout it in the street. {H} told it to one neighbour, and I told it to another, and by evening it had gone all the way round and was being told to us. Two days after that {R} was seen leaving by the early road, with one trunk. In the trunk, I suppose, was {thing}. It did not matter any more. It had only ever been dangerous while nobody asked about it.',
      '“And {W}?” said {H}. “Somebody should write it down.” So I have.',
    ],
  },
  {
    title: ['The True Account', 'One Sentence', '{W}, Corrected', 'With Witnesses'],
    paragraphs: [
      '{R} came to {place} because I had asked for it in writing, and because people like that cannot bear a letter they have not answered. {weather} I stood beside {feature}. {H} stood by the door, so that it should be shut.',
      '“You have {thing},” I said. “You may keep it. I only want to read you something.” And I read out what I had found. It took less than a minute.',
      'The {Rrole} did not interrupt. When I had done there was a pause, and then {R} said, not to me but to {H}: “You knew.”',
      '“I knew that it was a lie,” said {H}. “I never knew which part.”',
      '“All of it,” I said. “{^truth}.”',
      'I have read in novels how such people break down or draw a knife. {R} merely sat, and for the first time looked like someone with a past. “I was twenty-six,” said {R}. “I thought it would be for a week.” Nobody answered. After a time {R} got up and put {thing} on the floor between us, with care, and went out past {H}, who had opened the door.',
      'We carved the name of {W} over the lintel that same night, a little crooked. In the morning people stopped, and read it, and took off their hats, one after the other.',
    ],
  },
  {
    title: ['The Other Version', 'For the Record', 'By Daylight', 'No Longer Told'],
    paragraphs: [
      'I asked everybody. That was the whole of my plan. I stood in {place}, on a day when it was full, next to {feature}, and when it was quiet enough I asked in an ordinary voice who could tell me what had become of {W}. {weather}',
      '“Everyone knows that,” somebody said, and began the sentence, and got as far as the middle. Perhaps it was the way I was looking at the paper in my hand. Perhaps it was {H}, who had come in and stood next to me, and who had never stood next to anyone.',
      '“Go on,” said {H}. “Finish it.” But it could not be finished any more. So I told them the other version. {^truth}. I showed them what I had.',
      'There was no outcry. Old people looked into their hats. A woman said that she had always thought there was something, and a man said, “Be quiet, Anna, so did we all.” I looked round for {R}. The {Rrole} was there, in the last row, holding {thing}; and as the heads turned, one by one, {R} set it down on a chair like somebody who has been asked to mind it for a stranger.',
      'I do not know if that is justice. The next day the shops were open. But no one has told me since that {told}; and children, when they hear the name, ask who that was, and they get an answer.',
      '{H} and I walked home together. “I owe you,” I said. “You owe me nothing,” said {H}. “I have a great deal of talking to catch up on. You will have to listen to some of it.”',
    ],
  },
  {
    title: ['The Last Page of It', 'What Remains', 'A Debt Paid', 'Open Windows'],
    paragraphs: [
      'It came to me at night, as such things do, and I went back to {place} with my coat over my nightclothes to make sure. {weather} Yes: there was {feature}, and the date fitted, and so did all the rest.',
      '{^truth}.',
      'I sat on the floor and said it aloud, to hear if it would hold. It held. What I had taken for a riddle had been no more than a silence with a great many people standing in it.',
      'When it was light I fetched {H}, and {H} fetched the priest, the teacher and the two loudest women of the street, and I said it for the second time. By noon a crowd had gathered before the house of {R}, who came to the window and did not open it. Nobody threw anything. They only stood there and looked, those who had profited and those who had not dared, and among them, for once, it was the {Rrole} who did not know where to look.',
      'In the evening a boy brought me a parcel. It held {thing}, and no letter. I gave it to {H}, who has it on the windowsill now, where the sun comes, where anybody can see it from the road.',
      '“Are you content?” {H} asked me. I thought about {W}, and about how long the truth had lain in that place within reach of anyone with a candle. “Not yet,” I said.',
    ],
  },
]
