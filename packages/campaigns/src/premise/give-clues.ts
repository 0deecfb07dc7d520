import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { Person, World } from '@narratoria/world'
import { has } from './choose-plot.ts'
import { capitalize, type Furniture } from './furnish.ts'
import { knowledgeOf } from './known.ts'
import { namedIn } from './named-in.ts'
import { inLowerCase } from './words.ts'
import { type Clue, cluesIn, type Teller, tellersIn } from './clues-of.ts'

type Parts = Pick<World, 'people' | 'things' | 'facts' | 'rules' | 'endings'>
type Rules = NonNullable<World['rules']>

/** At most so many people whom the player can name, stand by or do it with. */
const mostChosen = 4

/** Letters of a question, at most, that is repeated in a choice. */
const longest = 60

/** The flag of a player who has heard and seen enough. */
const enough = 'clues_enough'

interface Giving {
  premise: Furniture['premise']
  say: (key: string, values?: Record<string, string>) => string
  clues: readonly { id: string; clue: Clue }[]
}

/**
 * Gives the people and things of a world something definite to say about what is to be found out, done or decided: each a sentence of the
 * premise that suits them, and no two of them the same. With two of them the player can come to an end, alone or with one of the people.
 */
export function giveClues<T extends Parts>(world: T, { premise, choose }: Furniture): T {
  const tellers = tellersIn(world, premise)
  const stated = cluesIn({ things: world.things, tellers }, { known: knowledgeOf(premise), premise })
  const found = [...stated, ...denials(tellers, { stated, premise, choose })]
  const giving: Giving = {
    premise,
    say: (key, values = {}) => fillSentence(namedIn(choose(key), { values }), values),
    clues: found.map((clue, index) => ({ id: `clue_${index + 1}`, clue })),
  }
  const people = peopleWith(world.people, tellers, giving)
  return {
    ...world,
    people,
    facts: {
      ...world.facts,
      ...Object.fromEntries(
        giving.clues.map(({ id, clue }) => [id, { text: `${capitalize(clue.fact)}.`, about: aboutOf(clue, world) }]),
      ),
    },
    rules: {
      ...withRecap(world.rules ?? {}, giving),
      ...seenIn(giving),
      ...enoughOf(giving),
      ...reckoned(giving),
      ...chosen(tellers, giving),
    },
    endings: { ...endingsWith(tellers, giving), ...world.endings },
  }
}

// Who may have done it and has nothing to say at least says that it was not them.
function denials(
  tellers: readonly Teller[],
  { stated, premise, choose }: { stated: readonly Clue[] } & Pick<Furniture, 'premise' | 'choose'>,
): Clue[] {
  if (!has(premise, 'who')) return []
  return tellers.flatMap(({ id, named, person }) => {
    const values = { person: person.name }
    const fact = fillSentence(namedIn(choose('clue.denial'), { values }), values)
    const isSilent = named !== undefined && !stated.some(({ from }) => from === id)
    return isSilent ? [{ from: id, isThing: false, fact: inLowerCase(fact) }] : []
  })
}

function aboutOf({ from }: Clue, { people, things }: Pick<World, 'people' | 'things'>): string[] {
  return [(people[from] ?? things[from])!.name]
}

/** The kind of what is to be done: `who` to name, `open` to decide, another question, what only the player can say is reached, or a task. */
function kindOf({ premise }: Pick<Giving, 'premise'>): 'who' | 'open' | 'asked' | 'own' | 'task' {
  return (['who', 'open', 'asked', 'own'] as const).find((part) => has(premise, part)) ?? 'task'
}

function peopleWith(people: World['people'], tellers: readonly Teller[], giving: Giving): World['people'] {
  const { clues, premise, say } = giving
  const kind = kindOf(giving)
  const { task = '', question = '' } = premise.need.values
  const asked = tellers.flatMap(({ id, person, named }) => {
    const own = clues.find(({ clue }) => clue.from === id)
    if (!own) return kind === 'open' && named ? [[id, { ...person, topics: silent(person, giving) }] as const] : []
    const { said } = own.clue
    const values = {
      person: person.name,
      question,
      ...(said !== undefined && { Clause: capitalize(said), clause: said }),
    }
    const topic = {
      keywords: [task, question, ...[premiseContent.phrases['clue.words'] ?? []].flat()].filter((each) => each !== ''),
      answer: say(said === undefined ? 'clue.denied' : `clue.said.${kind}`, values),
      fact: own.id,
      choice: say(isLong(question, person) ? 'clue.ask.long' : `clue.ask.${kind}`, values),
    }
    return [[id, { ...person, topics: { [say(`clue.topic.${kind}`)]: topic, ...person.topics } }] as const]
  })
  return { ...people, ...Object.fromEntries(asked) }
}

// One of those whom the player sets out to hear.
function silent(person: Person, { say }: Giving): NonNullable<Person['topics']> {
  const values = { person: person.name }
  const topic = { answer: say('clue.none.open', values), choice: say('clue.ask.open', values) }
  return { [say('clue.topic.open')]: topic, ...person.topics }
}

// "Ask the mayor why the mayor refuses".
function isLong(question: string, { name }: Person): boolean {
  return question.length > longest || question.includes(name)
}

/** What a thing says, to who looks at it. */
function seenIn({ clues }: Giving): Rules {
  return Object.fromEntries(
    clues
      .filter(({ clue }) => clue.isThing)
      .map(({ id, clue }) => [
        `${id}_seen`,
        { on: { act: ['examine', 'search', 'read'], thing: clue.from }, then: [{ learn: ['player', id] }] },
      ]),
  )
}

/** Once the player has heard or seen enough, or has looked around where there is nothing to hear. */
function enoughOf(giving: Giving): Rules {
  const { clues, say } = giving
  const known = clues.map(({ id }) => ({ knows: ['player', id] as [string, string] }))
  const pairs = known.flatMap((one, index) => known.slice(index + 1).map((other) => [one, other]))
  if (known.length === 0) return { clues_enough: { when: { turns: { min: 3 } }, then: [{ set: enough }], once: true } }
  const when = { any: pairs.length > 0 ? pairs : known }
  return {
    clues_enough: { when, then: [{ set: enough }, { say: say(`clue.enough.${kindOf(giving)}`) }], once: true },
  }
}

/** What the player has heard and seen, put together. */
function reckoned(giving: Giving): Rules {
  const { clues, say } = giving
  if (clues.length === 0 || kindOf(giving) === 'own') return {}
  const when = [{ flag: enough }, { not: { flag: 'reckoned' } }]
  return {
    concludes: {
      on: { act: 'conclude' },
      when,
      order: 'instead',
      then: [...recap({ clues, say }), { set: 'reckoned' }],
    },
    concludes_again: {
      on: { act: 'conclude' },
      when: [{ flag: enough }, { flag: 'reckoned' }],
      refuse: say('clue.reckonedAgain'),
    },
  }
}

/** What the player does at last begins with what they go by. */
function withRecap(rules: Rules, giving: Giving): Rules {
  if (kindOf(giving) === 'own') return rules
  const isLast = ({ then = [], confirm }: Rules[string]) =>
    confirm === undefined && then.some((effect) => 'ending' in effect)
  return Object.fromEntries(
    Object.entries(rules).map(([id, rule]) => [
      id,
      isLast(rule) && rule.on !== undefined ? { ...rule, then: [...recap(giving), ...rule.then!] } : rule,
    ]),
  )
}

function recap({ clues, say }: Pick<Giving, 'clues' | 'say'>): NonNullable<Rules[string]['then']> {
  return [
    ...(clues.length > 0 ? [{ say: say('clue.reckoned') }] : []),
    ...clues.map(({ id, clue }) => ({
      if: { knows: ['player', id] as [string, string] },
      then: [{ say: `${capitalize(clue.fact)}.` }],
    })),
  ]
}

// Those of the premise; one who is not of it only helps.
function chosenAmong(tellers: readonly Teller[], giving: Giving): Teller[] {
  const ofPremise = tellers.filter(({ named }) => named !== undefined)
  const others = kindOf(giving) === 'task' ? tellers : []
  return (ofPremise.length > 0 ? ofPremise : others).slice(0, mostChosen)
}

const acts = { who: 'name_one', open: 'side', task: 'together', asked: undefined, own: undefined } as const

function chosen(tellers: readonly Teller[], giving: Giving): Rules {
  const act = acts[kindOf(giving)]
  if (act === undefined) return {}
  return Object.fromEntries(
    chosenAmong(tellers, giving).map(({ id }) => [
      `${act}_${id}`,
      {
        on: { act, person: id },
        when: { flag: enough },
        order: 'instead',
        then: [...recap(giving), { set: 'clear' }, { ending: `${act}_${id}` }],
      },
    ]),
  )
}

function endingsWith(tellers: readonly Teller[], giving: Giving): NonNullable<World['endings']> {
  const { premise, say } = giving
  const act = acts[kindOf(giving)]
  if (act === undefined) return {}
  const { question = '', inTime = '' } = premise.need.values
  return Object.fromEntries(
    chosenAmong(tellers, giving).map(({ id, person }) => {
      const values = { person: person.name, question, inTime, them: themOf(person.pronoun) }
      return [
        `${act}_${id}`,
        { title: say(`clue.title.${act}`, values), kind: 'won', text: say(`clue.end.${act}`, values) },
      ]
    }),
  )
}

function themOf(pronoun: string | undefined): string {
  return { she: 'her', he: 'him', it: 'it' }[pronoun ?? 'they'] ?? 'them'
}
