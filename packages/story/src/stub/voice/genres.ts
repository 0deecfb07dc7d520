const fantasy = [
  'Someone had <chalked|sewn|burned> a ward over the door, and it was fading.',
  'A charm against <lies|thieves> hung there, and it had turned its face to the wall.',
  'They still set out <milk|salt> there for those who have no name.',
  'I touched <iron|silver> before I went in, as one does.',
  'An old spell kept the <moths|rain> out and let the sorrow in.',
  'It was said that a <witch|king of the hill folk> had once paid rent in that place, in leaves.',
  'The <hedge mage|rune cutter> at the corner had told me to take nothing that was offered twice.',
  'Over the lintel a stone <dragon|griffin> held its breath, as it has done for three hundred years.',
  'My grandmother’s <ring|thimble> grew warm, as it does near a broken oath.',
  'Somewhere under us the old <magic|river of names> turned over in its sleep.',
]
const horror = [
  'Something had <scratched|bitten> the inside of the door.',
  'The <meat|milk> had turned in every house I passed.',
  'There were <teeth|fingernails> among the sweepings, small ones.',
  'It had a smell that one tastes, like <coins|wet fur>.',
  'A dog stood <before the step|under the lamp> and would not come farther, and howled when I did.',
  'The wallpaper had been <wet|moving>, and had dried in the shape of somebody leaning.',
  'I thought it was a coat on the hook until it <sighed|turned>.',
  'All down my back the <hair|skin> got up as if it had been called.',
  'A thing that I took for a <root|rope> drew itself slowly out of the light.',
  'Whatever had lived there had <chewed|knotted> its bedding.',
]
const romance = [
  'I had put on the <blue scarf|good collar>, and told myself that it was for the cold.',
  'There is somebody whose <step|laugh> I know among a hundred, and I listened for it even there.',
  'In my pocket was a letter that I had <read|folded> until it was soft.',
  'I caught sight of myself in a pane and <put my hair right|tried to look like somebody who is not waiting>, for nobody.',
  'Two people had cut their <names|initials> into the wood, and a later hand had made a heart round them.',
  'I thought of a certain pair of <hands|grey eyes>, and lost my place in what I was thinking.',
  'We had parted in anger, that person and I, and I kept <composing apologies|winning the quarrel> as I walked.',
  'Someone was playing a <waltz|slow song> badly, and I would have given a year to be asked to dance.',
  'It is difficult to be <careful|clever> when one is happy, and I was a little happy.',
  'The last time I stood there somebody had <taken my arm|said my name>, and I could still feel where.',
]
const adventure = [
  'I had a <rope|compass> with me, and had already been glad of it once.',
  'The <bridge|ladder> had not been meant for one more crossing, and got one.',
  'I had come the last stretch <on my belly|hanging by my hands>, and did not mean to go back that way.',
  'There were <fresh tracks|fresh ashes>, so somebody had found the way before me.',
  'My map ended there; I had drawn on the <table|back of it> what I thought came after.',
  'I have been shot at in prettier places, and <by better marksmen|with less warning>.',
  'A thing like that ought to be guarded by a <tiger|trap>, and I looked for it.',
  'Three days of <biscuit|mud> lay behind me, and I had stopped being particular.',
  'From up there one saw <five valleys|the whole of the coast>, and one column of smoke that had no business there.',
  'The current had taken my <hat|breakfast>, and it might have the rest another time.',
]
const crime = [
  'A car went by for the <second|third> time, slowly, without lights.',
  'I wrote down the <number of the car|time>, out of habit.',
  'Somebody had wiped the <handle|telephone>, and nothing else in the room was clean.',
  'There was a cigarette in the <saucer|sink>, of a kind that is not sold here.',
  'In my trade one learns to look at <shoes|cuffs>, and I looked at them.',
  'The police had been there before me, and had left their <tape|coffee>.',
  'A camera over the <door|till> was turned politely to the wall.',
  'Money had been there once; it leaves a <rim|smell>.',
  'People <cross over|turn up the radio> when I come now, so I supposed that I was getting warm.',
  'I kept the <receipt|envelope>; I always keep it.',
]
const spaceTouches = [
  'A voice from the ceiling read out the <oxygen|pressure>, and I was glad of every figure.',
  'Beyond the <port|hull> a dead star went by, as it does every nine hours.',
  'My suit told me that I was <frightened|thirsty>; it is a very honest suit.',
  'A maintenance drone followed me for a while and <lost interest|made a note>.',
  'You could feel the <reactor|spin> in the soles of your feet.',
  'Someone had grown a <tomato|fern> there, out of regulations.',
  'The <gravity|air> was a little thin at that end, and so were the excuses.',
  'My <ident chip|wrist panel> had to ask three times before the hatch believed it.',
  'I had <forty|twenty-six> minutes of air and some of pride.',
  'It was <ship’s night|the change of watch>, and half the deck lived by borrowed light.',
]
const historical = [
  'A recruiting <drum|sergeant> had been through that morning, and the mothers were still out.',
  'The <mail coach|carrier> had brought a newspaper, eight days old, and everybody had read it.',
  'They were talking of <bread|the war>, and stopped when I came, and went on.',
  'I had put on <pattens|my brother’s boots> for the mud.',
  'Somebody was reading <the Gospel|a broadsheet> aloud to those who could not.',
  'A <tallow dip|rush light> costs a farthing, and two of them were burning, so something was the matter.',
  'The <bailiff|press gang> had left a mark on one door in four.',
  'My Sunday <coat|bonnet> had been let out twice, and smelled of camphor.',
  'News had come that the old <king|queen> was failing, and people walked as on a sickroom floor.',
  'A boy was turning the <spit|hurdy-gurdy> as if the peace of Europe hung on it.',
]

const genres: readonly (readonly [RegExp, readonly string[]])[] = [
  [/fantas|magic|fairy|myth|witch|dragon|sword/i, fantasy],
  [/horror|gothic|ghost|vampire|undead|zombie/i, horror],
  [/roman(?:ce|tic)|love/i, romance],
  [/sci-?fi|science|space|cyber|robot/i, spaceTouches],
  [/crime|noir|thriller|detective|police|spy/i, crime],
  [/adventur|pirate|western|explor|treasure/i, adventure],
  [/histor|victorian|medieval|regency|war\b/i, historical],
]

/** What a genre puts into a scene beside its story; nothing for a genre that the scenes speak already. */
export function touchesOf(genre: string): readonly string[] {
  return genres.find(([sign]) => sign.test(genre))?.[1] ?? []
}
