// Irregular verbs and plurals. Each line: the base form, then its other forms.
const irregular = `
be am is are was were been
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
come came
deal dealt
die dying
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feel felt
fight fought
find found
flee fled
fly flew flown
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
hang hung
have has had
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
leave left
lie lying
light lit alight
lose lost
make made
meet met
pay paid
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shoot shot
sing sang sung
sit sat
sleep slept
slay slew slain
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck stricken
swear swore sworn
swim swam
swing swung
take took taken
teach taught
tell told
think thought
throw threw thrown
tie tying
understand understood
wake woke woken
wear wore worn
weave wove woven
win won
write wrote written
man men
woman women
thief thieves
knife knives
wolf wolves
foot feet
child children
`
const bases = new Map(
  irregular
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [base = '', ...forms] = line.split(' ')
      return forms.map((form) => [form, base] as const)
    }),
)

/** The stem that the inflections of an English word share: `light` for `lights`, `lit` and `lighting`. */
export function stem(word: string): string {
  const bare = word.replace(/'(?:s|ll|ve|re|d|m)?$/, '')
  return dropFinalE(bases.get(bare) ?? dropEnding(bare))
}

/** A coarser stem for texts about a subject: `examiner`, `examination` and `examine` share it. */
export function root(word: string): string {
  const stemmed = stem(word)
  const match = /^(.{4,}?)(?:ations?|ions?|ers?|ors?|ments?|ness|ful|ings?|ly|al)$/.exec(stemmed)
  return undouble(dropFinalE(match?.[1] ?? stemmed))
}

function dropEnding(word: string): string {
  if (word.length < 4) return word
  if (/(?:ies|ied)$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2)
  const [, whole = '', ending] = /^(.*[aeiouy].*?)(ing|ed)$/.exec(word) ?? []
  if (whole.length >= (ending === 'ing' ? 2 : 3)) return undouble(whole)
  if (/[^sui]s$/.test(word)) return word.slice(0, -1)
  return word
}

function undouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word
}

function dropFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
}
