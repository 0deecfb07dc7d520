import { fillSentence } from '@narratoria/content'
import type { World } from '@narratoria/world'
import { isSaid, patternOf } from './conditions.ts'
import { mentionOf } from './mention.ts'
import { namedIn } from './named-in.ts'
import { nearestOf } from './nearest.ts'
import type { Named, Premise } from './premise.ts'

type Choose = (key: string) => string

/**
 * Lets people take what the premise says is theirs or that they love, and ends the story when the player has brought what they carry to
 * whom it is for. What the plot uses stays as the plot has it.
 */
export function giveWants(world: World, premise: Premise, choose: Choose): World {
  const kept = structuredClone(world)
  const used = JSON.stringify([
    // What is only learned from a thing does not keep it from anybody.
    Object.values(kept.rules ?? {}).filter(
      ({ then = [] }) => !then.every((effect) => 'learn' in effect) || then.length === 0,
    ),
    kept.endings,
    kept.goals,
    Object.values(kept.people).map(({ wants }) => wants),
  ])
  const idOf = (all: Record<string, { name: string }>, name: string) =>
    Object.keys(all).find((id) => all[id]!.name === name)
  for (const person of premise.people)
    for (const thing of premise.things) {
      const id = idOf(kept.people, nearestOf(person)) ?? idOf(kept.people, person.name)
      const thingId = idOf(kept.things, thing.name)
      if (id === undefined || thingId === undefined || (used.includes(`"${thingId}"`) && !isBroughtTo(person, thing)))
        continue
      const values = { person: kept.people[id]!.name, thing: thing.name }
      const say = (key: string) => fillSentence(namedIn(choose(key), { values }), values)
      const isFor = isBroughtTo(person, thing)
      const line = isFor
        ? 'thanksBrought'
        : isOwnedBy(thing, person)
          ? 'thanksOwner'
          : isLovedBy(thing, person, premise)
            ? `thanksLoved${person.isAnimal ? 'Animal' : ''}`
            : undefined
      if (line === undefined) continue
      const want = { thing: thingId, thanks: say(line), ...(isFor && { then: [{ ending: 'brought' }] }) }
      kept.people[id]!.wants = [...(kept.people[id]!.wants ?? []), want]
      if (!isFor) continue
      kept.people[id]!.at = farthestFrom(kept)
      kept.goals = { brought: { text: say('goalBrought'), done: { at: [thingId, id] } }, ...kept.goals }
      kept.endings = { ...kept.endings, brought: { title: choose('broughtTitle'), kind: 'won', text: say('brought') } }
    }
  return kept
}

// "Marta has to bring the ring to her grandmother."
function isBroughtTo({ preposition, sentence }: Named, thing: Named): boolean {
  return preposition === 'to' && thing.isBrought === true && thing.sentence === sentence
}

// "The fishmonger's purse."
function isOwnedBy({ name }: Named, { name: person, role, aliases }: Named): boolean {
  const owner = /^(.+)['’]s /u.exec(name)?.[1]?.toLowerCase()
  return owner !== undefined && [person, role ?? '', ...aliases].some((each) => each.toLowerCase() === owner)
}

/** Whether the premise says so of the person that it has named last: "a bear named Barnaby, who loves honey and riddles". */
function isLovedBy(thing: Named, person: Named, { people, text }: Premise): boolean {
  return text.split(/[.;!?](?=\s|$)/u).some((sentence) => {
    const verb = patternOf('loving').exec(sentence)
    if (!verb || isSaid('lovingNot', sentence.slice(verb.index + verb[0].length))) return false
    const before = sentence.slice(0, verb.index)
    const at = ({ name, role }: Named) =>
      Math.max(before.lastIndexOf(name), role === undefined ? -1 : before.lastIndexOf(role))
    const [nearest] = people.toSorted((a, b) => at(b) - at(a))
    const object = sentence.slice(verb.index + verb[0].length).split(/\b(?:but|because|when|while|if|who|that)\b/u)[0]!
    return nearest === person && at(person) >= 0 && mentionOf(thing).test(object)
  })
}

/** The place that the most steps through no door lead to. */
function farthestFrom({ places, player }: World): string {
  const seen = [player.at]
  for (const id of seen)
    for (const exit of Object.values(places[id]!.exits ?? {}))
      if (typeof exit === 'string' && !seen.includes(exit)) seen.push(exit)
  return seen.at(-1)!
}
