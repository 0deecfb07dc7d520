import { standardActs } from '../model/act.ts'
import type { Person, Place, Rule, Thing, World } from '../model/types.ts'
import { pointerTo, type WorldProblem } from './problem.ts'
import { type Kind, type Visitor, walkCondition, walkEffects, walkLocation } from './walk.ts'

/** Lists ids that are used and not defined, ids that are defined twice, and things that contain themselves. */
export function listReferenceProblems(world: World): WorldProblem[] {
  const problems: WorldProblem[] = []
  const visitor = visitorOf(world, (problem) => problems.push(problem))
  visitor.id(world.player.at, ['place'], '/player/at')
  for (const [id, place] of Object.entries(world.places)) checkPlace(place, pointerTo('/places', id), visitor)
  for (const [id, thing] of Object.entries(world.things)) checkThing(thing, pointerTo('/things', id), visitor)
  for (const [id, person] of Object.entries(world.people)) checkPerson(person, pointerTo('/people', id), visitor)
  for (const [id, rule] of Object.entries(world.rules ?? {}))
    checkRule(rule, pointerTo('/rules', id), { world, visitor, problems })
  for (const [id, beat] of Object.entries(world.beats ?? {})) {
    const pointer = pointerTo('/beats', id)
    walkCondition(beat.when, `${pointer}/when`, visitor)
    walkCondition(beat.unless, `${pointer}/unless`, visitor)
    walkEffects(beat.then, `${pointer}/then`, visitor)
  }
  for (const [id, { when }] of Object.entries(world.endings ?? {}))
    walkCondition(when, `${pointerTo('/endings', id)}/when`, visitor)
  for (const [id, { known, done }] of Object.entries(world.goals ?? {})) {
    walkCondition(known, `${pointerTo('/goals', id)}/known`, visitor)
    walkCondition(done, `${pointerTo('/goals', id)}/done`, visitor)
  }
  for (const [place, ways] of Object.entries(world.state?.exits ?? {})) {
    visitor.id(place, ['place'], pointerTo('/state/exits', place))
    for (const [way, to] of Object.entries(ways))
      if (to !== 'nowhere') visitor.id(to, ['place'], pointerTo(pointerTo('/state/exits', place), way))
  }
  return [...problems, ...listDuplicates(world), ...listCircles(world)]
}

function visitorOf(world: World, report: (problem: WorldProblem) => void): Visitor {
  const defined: Record<Kind, (id: string) => boolean> = {
    place: (id) => id in world.places,
    thing: (id) => id in world.things,
    person: (id) => id in world.people,
    player: (id) => id === 'player',
    fact: (id) => id in (world.facts ?? {}),
    faction: (id) => id in (world.factions ?? {}),
    event: (id) => id in (world.rules ?? {}) || id in (world.beats ?? {}),
    ending: (id) => id in (world.endings ?? {}),
    holder: (id) => id in world.things,
  }
  const names: Record<Kind, string> = {
    place: 'place',
    thing: 'thing',
    person: 'person',
    player: '"player"',
    fact: 'fact',
    faction: 'faction',
    event: 'rule or beat',
    ending: 'ending',
    holder: 'thing',
  }
  return {
    id(id, kinds, pointer) {
      if (kinds.some((kind) => defined[kind](id))) return
      const what = kinds.map((kind) => names[kind]).join(', ')
      report({ code: 'unknown_id', pointer, message: `There is no ${what} with the id ${JSON.stringify(id)}.` })
    },
    topic(person, topic, pointer) {
      if (person in world.people && !(topic in (world.people[person]?.topics ?? {})))
        report({
          code: 'unknown_id',
          pointer,
          message: `${JSON.stringify(person)} has no topic ${JSON.stringify(topic)}.`,
        })
    },
  }
}

function checkPlace(place: Place, pointer: string, visitor: Visitor): void {
  checkVariants(place, pointer, visitor)
  if (place.known !== true) walkCondition(place.known, `${pointer}/known`, visitor)
  for (const [direction, exit] of Object.entries(place.exits ?? {})) {
    const at = pointerTo(`${pointer}/exits`, direction)
    if (typeof exit === 'string') visitor.id(exit, ['place'], at)
    else {
      visitor.id(exit.to, ['place'], `${at}/to`)
      if (exit.door !== undefined) visitor.id(exit.door, ['thing'], `${at}/door`)
      walkCondition(exit.when, `${at}/when`, visitor)
    }
  }
}

function checkVariants({ variants }: Pick<Person, 'variants'>, pointer: string, visitor: Visitor): void {
  for (const [index, { when }] of (variants ?? []).entries())
    walkCondition(when, `${pointer}/variants/${index}/when`, visitor)
}

function checkThing(thing: Thing, pointer: string, visitor: Visitor): void {
  checkVariants(thing, pointer, visitor)
  walkLocation(thing.at, `${pointer}/at`, visitor)
  if (thing.key !== undefined) visitor.id(thing.key, ['thing'], `${pointer}/key`)
  if (thing.litWith !== undefined) visitor.id(thing.litWith, ['thing'], `${pointer}/litWith`)
  if (thing.voiceOf !== undefined) visitor.id(thing.voiceOf, ['person'], `${pointer}/voiceOf`)
  if (thing.owner !== undefined) visitor.id(thing.owner, ['person', 'player'], `${pointer}/owner`)
}

function checkPerson(person: Person, pointer: string, visitor: Visitor): void {
  checkVariants(person, pointer, visitor)
  if (person.at !== 'nowhere') visitor.id(person.at, ['place'], `${pointer}/at`)
  for (const [index, place] of (typeof person.voiceIn === 'string' ? [] : (person.voiceIn ?? [])).entries())
    visitor.id(place, ['place'], `${pointer}/voiceIn/${index}`)
  if (person.faction !== undefined) visitor.id(person.faction, ['faction'], `${pointer}/faction`)
  for (const [index, fact] of (person.knows ?? []).entries()) visitor.id(fact, ['fact'], `${pointer}/knows/${index}`)
  for (const [index, place] of (person.route?.places ?? []).entries())
    visitor.id(place, ['place'], `${pointer}/route/places/${index}`)
  walkCondition(person.route?.when, `${pointer}/route/when`, visitor)
  walkCondition(person.hostile, `${pointer}/hostile`, visitor)
  walkCondition(person.follows, `${pointer}/follows`, visitor)
  walkEffects(person.yields, `${pointer}/yields`, visitor)
  for (const [id, topic] of Object.entries(person.topics ?? {})) {
    const at = pointerTo(`${pointer}/topics`, id)
    walkCondition(topic.when, `${at}/when`, visitor)
    walkCondition(topic.lieWhen, `${at}/lieWhen`, visitor)
    if (topic.fact !== undefined) visitor.id(topic.fact, ['fact'], `${at}/fact`)
    walkEffects(topic.then, `${at}/then`, visitor)
  }
  for (const [index, want] of (person.wants ?? []).entries()) {
    visitor.id(want.thing, ['thing'], `${pointer}/wants/${index}/thing`)
    walkCondition(want.when, `${pointer}/wants/${index}/when`, visitor)
    walkEffects(want.then, `${pointer}/wants/${index}/then`, visitor)
  }
}

function checkRule(
  rule: Rule,
  pointer: string,
  { world, visitor, problems }: { world: World; visitor: Visitor; problems: WorldProblem[] },
): void {
  const { on } = rule
  const acts = new Set<string>([...standardActs, ...Object.keys(world.acts ?? {})])
  for (const act of [on?.act ?? []].flat())
    if (!acts.has(act))
      problems.push({
        code: 'unknown_id',
        pointer: `${pointer}/on/act`,
        message: `There is no act ${JSON.stringify(act)}; declare it under "acts" or use a standard act.`,
      })
  if (rule.refuse !== undefined && !on)
    problems.push({
      code: 'rule_without_act',
      pointer: `${pointer}/refuse`,
      message: 'A rule that refuses needs "on": the act that it is about.',
    })
  // A noun of the scenery may take the place of a thing, and a direction that of a place.
  const scenery = Object.values(world.places).flatMap((place) => Object.keys(place.scenery ?? {}))
  const roles = {
    thing: ['thing', 'person'],
    with: ['thing'],
    where: ['thing'],
    person: ['person'],
    place: ['place'],
  } as const
  for (const [role, kinds] of Object.entries(roles))
    for (const id of [on?.[role as keyof typeof roles] ?? []].flat())
      if (!(role === 'thing' && scenery.includes(id))) visitor.id(id, kinds, `${pointer}/on/${role}`)
  walkCondition(rule.when, `${pointer}/when`, visitor)
  walkEffects(rule.then, `${pointer}/then`, visitor)
  walkEffects(rule.roll?.partial, `${pointer}/roll/partial`, visitor)
  walkEffects(rule.roll?.failure, `${pointer}/roll/failure`, visitor)
}

function listDuplicates(world: World): WorldProblem[] {
  const seen = new Map([
    ['player', ''],
    ['nowhere', ''],
  ])
  return (['places', 'things', 'people'] as const).flatMap((kind) =>
    Object.keys(world[kind]).flatMap((id) => {
      const first = seen.get(id)
      const pointer = pointerTo(`/${kind}`, id)
      seen.set(id, first ?? pointer)
      if (first === undefined) return []
      const message =
        first === ''
          ? `${JSON.stringify(id)} is reserved; use another id.`
          : `The id is used at ${first} too; use another one.`
      return [{ code: 'duplicate_id' as const, pointer, message }]
    }),
  )
}

function listCircles({ things }: World): WorldProblem[] {
  return Object.keys(things).flatMap((id) => {
    const seen = new Set([id])
    let at = things[id]?.at
    while (at !== undefined && /^(?:in|on):/.test(at)) {
      const holder = at.slice(3)
      if (holder === id)
        return [
          { code: 'circular_location' as const, pointer: `/things/${id}/at`, message: 'The thing contains itself.' },
        ]
      if (seen.has(holder)) return []
      seen.add(holder)
      at = things[holder]?.at
    }
    return []
  })
}
