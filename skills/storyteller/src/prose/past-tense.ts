const irregular: Record<string, string> = Object.fromEntries(
  `am was,are were,awake awoke,be were,bear bore,beat beat,become became,begin began,bend bent,bet bet,bind bound,bite bit,bleed bled,blow blew,
   break broke,breathe breathed,bring brought,build built,burn burned,buy bought,cast cast,catch caught,choose chose,climb climbed,
   cling clung,come came,cost cost,creep crept,cut cut,deal dealt,dig dug,dive dived,do did,draw drew,dream dreamed,drink drank,
   drive drove,eat ate,fall fell,feed fed,feel felt,fight fought,find found,flee fled,fling flung,fly flew,forbid forbade,forget forgot,
   forgive forgave,freeze froze,get got,give gave,go went,grab grabbed,grind ground,grow grew,hang hung,have had,hear heard,hide hid,
   hit hit,hold held,hurt hurt,keep kept,kneel knelt,know knew,lay laid,lead led,leap leapt,learn learned,leave left,lend lent,let let,
   lie lay,light lit,lose lost,make made,mean meant,meet met,pay paid,put put,quit quit,read read,ride rode,ring rang,rise rose,run ran,
   say said,see saw,seek sought,sell sold,send sent,set set,shake shook,shine shone,shoot shot,show showed,shut shut,sing sang,sink sank,
   sit sat,slay slew,sleep slept,slide slid,sling slung,slip slipped,sneak sneaked,speak spoke,spend spent,spin spun,split split,spread spread,
   spring sprang,stand stood,steal stole,stick stuck,sting stung,strike struck,strip stripped,swear swore,sweep swept,swim swam,swing swung,
   take took,teach taught,tear tore,tell told,think thought,throw threw,tread trod,understand understood,wake woke,wear wore,weep wept,
   win won,wind wound,withdraw withdrew,write wrote,admit admitted,befriend befriended,visit visited,offer offered,open opened,
   listen listened,enter entered,follow followed,answer answered,gather gathered,whisper whispered,wander wandered,remember remembered,
   discover discovered,barter bartered,murder murdered,order ordered,consider considered,uncover uncovered,bargain bargained,
   threaten threatened,happen happened,poison poisoned,pardon pardoned,deliver delivered`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/) as [string, string]),
)
const verbs = new Set(Object.keys(irregular))
const adverbs = /^(?:\w+ly|then|just|also|again|never|always|almost|still|even|soon|once|only)$/i

const joins = /^(?:after|and|because|before|but|so|then|until|when|while)$/i

/** Puts an action into the past: "befriend the smith and buy a sword" becomes "befriended the smith and bought a sword". */
export function toPast(action: string): string {
  const words = action.split(' ')
  const first = words.findIndex((word) => !adverbs.test(word))
  return words
    .map((word, at) => {
      const previous = words[at - 1]?.toLowerCase()
      const joined =
        previous !== undefined &&
        (/(?:^(?:and|then)|,)$/.test(previous) || (previous === 'you' && joins.test(words[at - 2] ?? ''))) &&
        isKnownVerb(word)
      return at === first || (at > first && joined) ? pastOf(word) : word
    })
    .join(' ')
}

/** True for verbs that stories are full of. After "and" may stand a noun: only these are changed there. */
export function isKnownVerb(word: string): boolean {
  return (
    verbs.has(bare(word)) ||
    /^(?:ask|attack|befriend|betray|call|climb|cross|examine|explore|greet|help|kill|knock|look|lift|lock|move|pick|praise|promise|pull|push|raise|reach|relight|rescue|roll|save|search|shout|spare|talk|thank|trade|trust|try|turn|unlock|use|wait|walk|warn)$/.test(
      bare(word),
    )
  )
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}'-]/gu, '')
}

function pastOf(word: string): string {
  const [, stem = '', rest = ''] = /^([\p{L}'-]+)(.*)$/u.exec(word) ?? []
  if (stem === '') return word
  const lower = stem.toLowerCase()
  const known = irregular[lower]
  if (known) return known + rest
  if (/(?:ed|ought|aught)$/.test(lower)) return word
  if (lower.endsWith('e')) return `${stem}d${rest}`
  if (/[^aeiou]y$/.test(lower)) return `${stem.slice(0, -1)}ied${rest}`
  const doubles = /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(lower)
  return `${stem}${doubles ? stem.at(-1) : ''}ed${rest}`
}
