/** How a tone speaks. `<a|b|c>` takes one of several, another each time the list comes round. */
export interface Voice {
  /** Said where a scene has been set. */
  moods: readonly string[]
  /** Said where a scene ends on something unsettled. */
  endings: readonly string[]
  /** Said when something is over. */
  aftermaths: readonly string[]
}

const quiet: Voice = {
  moods: [
    'It was quiet enough to hear <the lamp burn|a sleeve move|my own collar>.',
    'Nothing was in a hurry there, <the dust least of all|and I tried not to be|except me>.',
    'I stood still for a while, <as one does in front of water|to let the place get used to me|and let my eyes do the walking>.',
    'Somewhere a <door|drawer|shutter> was closed with great care.',
    'The light lay on things as if it had <been folded|been ironed|nowhere else to be>.',
    'I have a <fondness|weakness|good memory> for such hours; nobody has made anything of them yet.',
    'One could have counted <the seconds|the breaths|the boards>, and I believe I did.',
    'It was the sort of silence that is made <by hand|of many small ones|by listening>.',
    'I <noticed|remember|can still see> a single thread on the floor, and how straight it lay.',
    'There are days that seem to be <waiting for one|holding a page open|keeping a place free>; that was one of them.',
    'Far off somebody was <sweeping|singing|hammering>, and then was not.',
    'I took off my gloves, <slowly, finger by finger|one and then the other|and did not know why>.',
    'The air had the stillness of a <cupboard|held note|finished meal>.',
    'All of it looked as though it had been <said|thought|decided> a long time ago.',
  ],
  endings: [
    'Afterwards I walked for an hour, <in no direction|without choosing|past my own door>.',
    'That night I lay <and listened to the house|awake and did not mind it|and sorted what had been said from what had not>.',
    'I wrote down <only the date|one line of it|the last word>, and closed the book.',
    'It was a small thing, and I have <kept|turned over|carried> it ever since.',
    'Nothing had been decided, and yet <everything had moved a little|the room had changed sides|I knew what would be>.',
    'The lamp <was still burning when I left|went on without us|had not noticed anything>.',
    'I did not look back, <out of politeness|because I knew what I would see|and that was hard>.',
  ],
  aftermaths: [
    'It made very little noise, in the end. Such things seldom do.',
    'For some days people greeted each other more slowly, as if each of them had something in their hands.',
    'I slept, and when I woke there was nothing to remember for nearly a minute.',
    'What I recall best is how ordinary the evening was, and that I was grateful for it.',
    'Nobody spoke about it for a week, and it was a different silence from the one before.',
    'I have tried to find a large word for it, and there is none; it was like a drawer that shuts again.',
  ],
}

const dark: Voice = {
  moods: [
    'The place had the look of something that has been <drowned and hung up to dry|left behind on purpose|mourned too quickly>.',
    'I could smell <rot|cold iron|old blood, or rust> under everything.',
    'If there was any mercy in that room it was well <hidden|buried|locked away>.',
    'I had slept <badly|two hours|with a chair against the door>, and dreamed of hands.',
    'Even the light seemed to have been <in a fight|sentenced to it|wrung out>.',
    'Nobody goes there who has <anybody to go home to|anything left to lose|a choice>.',
    'There was a stain on the floor that somebody had <given up on|tried to explain|scrubbed for years>.',
    'I thought about how few people would <miss me|ask|come looking>, and got as far as two.',
    'Hope, I have found, is what they <leave you so that you hold still|charge extra for|take last>.',
    'Something had died behind the wall, <not lately|and not been told|and it was not the first>.',
    'The cold had <teeth|a name for me|come in and sat down>.',
    'I had a <knife|bad feeling|dry mouth> with me, and no great trust in it.',
    'It was a good place for <an end|a grave|losing something for ever>.',
    'Whatever had been <holy|kind|clean> there had been carried out long ago.',
  ],
  endings: [
    'I washed my hands when I got home, and they <did not feel clean|shook|were somebody else’s>.',
    'I counted what I still had to lose, and it was <less than the day before|enough|not much, and I was fond of it>.',
    'I knew then that somebody would <bleed|pay|be buried> for this, and hoped, like everyone, that it would be somebody else.',
    'Behind me in the dark a thing <fell|breathed|stopped>, and I did not turn round.',
    'That is how it begins, as a rule: with <a small kindness, and a bill|a promise|nobody screaming>.',
    'I did not pray. I <had asked once before|knew who was listening|had nothing to offer>.',
    'There was nothing to do but wait for <the worst|the dark|somebody’s turn>, and I am good at that.',
  ],
  aftermaths: [
    'It did not bring anybody back. I had known that it would not, and I had hoped for it all the same.',
    'Justice came to the door, looked in, and saw how few of us were left.',
    'Somebody smeared the doors of those who had lied, and then, since there was paint left, of some who had not.',
    'I was thanked. I had rather been hated; there is less weight in it.',
    'The truth is a cold thing to be left alone with, and by night they had all gone home.',
    'That evening they opened what had been sealed, and what they found they covered up again, and this time everybody knew.',
  ],
}

const eerie: Voice = {
  moods: [
    'I had the feeling that the room had <been talking|just been left|turned round> when I came in.',
    'My shadow was <a little late|not quite where I had left it|longer than it ought to have been>.',
    'I counted the doors, and then <counted them again|was careful not to count again|lost count at the same one>.',
    'Somewhere close by, and low down, something was <breathing out|being dragged|counting>.',
    'No dust lay on the <handles|mirror|uppermost step>, and nobody has lived there for years.',
    'All the <clocks|keys|chairs> had been turned to face the same way.',
    'For a moment I could not have said <what day it was|whose hands those were|which of us had come in first>.',
    'It was a sound like <wet paper|a name said backwards|fingernails on felt>, and it stopped when I did.',
    'There was a smell of <flowers|snuffed wicks|a sickroom>, and no cause for it.',
    'Whoever had <laughed|coughed|whispered> was not there when I looked.',
    'The air moved past me as if I were <in its way|not there|a door>.',
    'I saw my face in a pane, and it was <looking elsewhere|patient|the last to look away>.',
    'It is said that one gets used to it; <I never met anyone who had|that is what I am afraid of|it gets used to you>.',
    'Everything was in its place, and the place was <wrong|a hand’s breadth to the left|not the same>.',
  ],
  endings: [
    'When I got home my own door stood <ajar|open the wrong way|unlocked, and everything was in order>.',
    'That night somebody walked <overhead; there is no floor above mine|round the bed, once|up the stairs and did not come down>.',
    'I did not tell anyone that I had heard <my own voice|a child|it too>.',
    'In the morning there were <three|bare, wet|small> footprints on the sill.',
    'I have never been able to find <that door|that stair|that corner> again.',
    'The lamp went out by itself; what frightens me is that it <was lit again|did it politely|waited until I looked>.',
    'I slept with my face to the wall, and <the wall was warm|so, I think, did someone else|did not turn over>.',
  ],
  aftermaths: [
    'That explained nearly everything. It did not explain the footsteps.',
    'From that day on the thing was never seen there again, except by those who had not heard that it was over.',
    'They aired the rooms for a week. The smell went. The feeling of having been counted did not.',
    'I burned what could be burned, and the smoke hung about the house as if it wanted to be let in.',
    'One of the children still waves to somebody in that place. We have agreed not to ask.',
    'It was an answer, and it was a human one, and I lay awake and was not sure that this was better.',
  ],
}

const wry: Voice = {
  moods: [
    'I was dressed for <a wedding|a flood|somebody else’s errand>, as usual the wrong one.',
    'I had brought a notebook, a pencil and a <sandwich|clear conscience|plan>; only the first two were of any use.',
    'It was the kind of place that improves as soon as one <leaves it|shuts one’s eyes|has been paid>.',
    'A notice forbade everything, and <somebody had corrected the spelling|it was signed by nobody|had clearly been read>.',
    'My knees, which are <older than I am|honest people|not interested in mysteries>, advised against it.',
    'I have been told that I have a trusting face; it is <borrowed|the only one I had clean|mostly the eyebrows>.',
    'There was a cat, which looked me over and <found for the other side|went to fetch a second opinion|yawned>.',
    'I rehearsed a dignified sentence and <said another one|sneezed|tripped on the way to it>.',
    'One ought to begin such things with <breakfast|a lawyer|better shoes>.',
    'If courage is being afraid and going anyway, then I have <never been braver|a great deal of the first half|been at it all year>.',
    'I am not superstitious; I only <like to know where the door is|touch things twice|count>.',
    'A fly was the only other <customer|witness|person of sense>.',
    'Everybody ought to have a talent, and mine is <being in the way|arriving|asking the second question>.',
    'The furniture looked as if it had been <chosen in a quarrel|won|left in a will, with malice>.',
  ],
  endings: [
    'I had gone there with one problem and went home with two, which is <what they call experience|a bargain, by the dozen|about my average>.',
    'On the whole I have had worse <afternoons|hosts|ideas>, though never so many in a row.',
    'I should like to say that I was calm, and I should like to say <many things|that I had kept my hat on|that it was the wind>.',
    'There was still soup. <It helped|I recommend soup|History is silent about soup>.',
    'I made a list of people whom I could trust, and it <fitted on a stamp|had my aunt on it|left me time for supper>.',
    'It was a triumph, in the sense that <nobody had bitten me|I was allowed to leave|it was over>.',
    'They say that one learns from one’s mistakes; by that reckoning I am <nearly a professor|overqualified|well read>.',
  ],
  aftermaths: [
    'There was talk of a plaque. There was then talk about who should pay for it, and there it rests.',
    'I was offered a reward, and later on a receipt to say that I had refused it.',
    'Everyone had always suspected it. I have seldom met so many people who had always suspected a thing.',
    'As a mark of esteem they let me go first through the door for nearly a week.',
    'My aunt says that she could have told me all that, and she may be right, but I did not ask her, and that is the whole trouble with detection.',
    'Truth prevailed, and prices stayed as they were.',
  ],
}

const warm: Voice = {
  moods: [
    'Somebody had put <flowers|bread|a lamp> where whoever came next would find it.',
    'I was tired and hopeful, which is <no bad way to arrive|how I do my best work|almost the same as happy>.',
    'A stranger held the door for me, and we both <laughed|bowed|said thank you at once>.',
    'There is a kindness in <worn things|old handles|rooms that have been lived in>; they have been useful to somebody.',
    'I remembered being <carried|forgiven|sung to> once in a place very like it.',
    'From somewhere came the smell of <baking|clean linen|apples>, and I felt that it would be all right.',
    'The day had a <softness|clear edge|goodness> in it that I wanted to bring home to someone.',
    'I thought of everybody who had <lent me something|waited up for me|told me the truth>, and stood up straighter.',
    'Two children were <sharing one coat|mending a toy|teaching a dog to sit>, and had nearly done it.',
    'It is a great thing to be <expected|needed|wished well>, even by a person one has not met yet.',
    'I had somebody’s <scarf|good wishes|blessing> with me, and it was warm.',
    'The light came in low and made even <the dust|the broken things|my old boots> look cared for.',
    'People are better than <they fear|their reputation|they are told>; I try to begin with that.',
    'My heart was going like a <child on a stair|drum at a fair|small bell>, and not only from fear.',
  ],
  endings: [
    'On the way home I bought <two buns|two apples|a second cup>, and was surprised to see that I had counted on company.',
    'To be trusted a little is not much; <I could have lived on it for a week|it kept me warm|I carried it home in both hands>.',
    'I caught myself <humming|smiling at nobody|making plans>.',
    'Somebody had left a light on for me, and I <knew who|stood before it for a while|was home before I got there>.',
    'I thought: <we shall manage it|there are two of us now|this can still be mended>.',
    'Whatever came of it, I had been <given a hand to hold|called by my name|let in>, and one does not forget that.',
    'When I shut my eyes I saw that <face|small brave smile|open door> again, and fell asleep like a child.',
  ],
  aftermaths: [
    'There was a long table that evening, and nobody remembers who had carried it out.',
    'The first who came to ask for pardon was the one from whom I had least expected it, and the pardon was given.',
    'I saw two old enemies share a bench. I do not say that it lasted. I saw it.',
    'Somebody planted a bean there, in a pot, and now there is always someone to see that it gets water.',
    'I had thought that the truth would part people. It sat down among them and was handed a plate.',
    'We were all a little ashamed and a little happy, and it turned out that there is room for both.',
  ],
}

const tense: Voice = {
  moods: [
    'I gave myself <ten minutes|a hundred breaths|until the next bell>, and one was gone.',
    'I checked the way out, and <then I checked it again|there was one|it was too far>.',
    'Someone was behind me; I <did not look round|walked faster|let them think I had not heard>.',
    'Every sound had a <direction|reason|face>, and I turned to all of them.',
    'My hands were <steady; my knees were not|wet|ahead of me>.',
    'It had to be <now|that hour or never|done before they changed the guard>.',
    'There was a light where there <should have been none|had been none a moment before|was nobody>, and then it went out.',
    'I had <one match|one try|no second way>, and I knew it.',
    'A step. <A pause. Another step|Then nothing, which was worse|Not mine>.',
    'I kept my back to the wall and my eyes on the <handle|gap under the door|only corner I could not see into>.',
    'If I was right they were <four minutes away|already inside|waiting for me to lead them>.',
    'I breathed through my mouth; <it is quieter|one hears better|so did somebody else>.',
    'The lock <gave|clicked|held> a moment too soon.',
    'I told my heart to <wait outside|keep it down|count for me>, and went in.',
  ],
  endings: [
    'I was not followed home, <and that was what frightened me|and I made sure of it four times|or not that I saw>.',
    'There was <one day left|less time than that|no more room for a mistake>.',
    'I ran the last stretch, and <somebody else stopped running|did not know why|the door stuck>.',
    'Then, behind me, very softly, the <latch|bolt|key> went home.',
    'They knew <my name|where I slept|the way I had come>; I had seen it in how they did not look at me.',
    'I moved the bed against the door and <sat up until it was light|listened|slept in my boots>.',
    'By <morning|midnight|the time I understood it> it would be too late to be careful.',
  ],
  aftermaths: [
    'Only then did my hands begin to shake, and they shook until evening.',
    'I looked at the clock. All of it had taken less than a quarter of an hour.',
    'For three nights more I slept in my clothes, and on the fourth I took off my boots.',
    'I still sit facing the door. I have noticed that the others do it too.',
    'It was over, and my body had not been told; it ran on like an engine without a belt.',
    'We had got through by the width of a coin, and nobody wished to say on which side.',
  ],
}

const voices: readonly (readonly [RegExp, Voice])[] = [
  [/dark|grim|bleak|noir|brutal|gritty|tragi|somb(?:re|er)|sad\b|mourn|cruel|bitter|harsh|hopeless/i, dark],
  [/eerie|uneas|uncanny|creep|ghost|haunt|gothic|omin|unsettl|horr|strange|dream|sinister|weird|spook/i, eerie],
  [/tense|urgent|thrill|suspens|fast|breathless|action|nervous|anxious|gripping|pac[ey]|paranoi/i, tense],
  [/wry|dry|wit|comi|fun|humou?r|satir|light|playful|absurd|iron|cheek|silly|sardonic|cheer/i, wry],
  [/warm|hope|gentle|co[sz]y|tender|sweet|kind|uplift|romantic|heart|wonder|optimis|happy|bright/i, warm],
]

/** How a novel of that tone sounds; whatever names none of the known moods sounds quiet. */
export function voiceOf(tone: string): Voice {
  return voices.find(([sign]) => sign.test(tone))?.[1] ?? quiet
}
