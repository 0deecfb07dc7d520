import { premiseContent } from '@narratoria/content/premises'
import { isCalled, isPlayable } from './cast-player.ts'
import { clausesOf } from './clauses.ts'
import { isSaid } from './conditions.ts'
import { needOf } from './needs.ts'
import { oneEach } from './one-each.ts'
import type { Named, Premise } from './premise.ts'
import { readPremise } from './read-premise.ts'

/**
 * Reads a premise with the player as the person whom they have chosen, unless it says itself who they are. Without a choice it is the only one whom the premise is about, or
 * else someone of whom it says nothing.
 */
export function readAs(text: string, player?: string): Premise {
  if (player !== undefined && !saysWho(text))
    return inside(readPremise(text, { player: isOther(player) ? '' : player }), text)
  const read = readPremise(text)
  if (read.player === undefined) return read
  const all = readPremise(text, { player: '' })
  const { player: guess } = read
  const isPerson = [...all.people, ...all.absent].some(({ name }) => name === guess.name)
  return isPerson && isOnlyOne(guess, all) ? read : all
}

// "The US" is not "us".
const self = new RegExp(premiseContent.patterns['answer.self']!, 'u')
const speech = new RegExp(premiseContent.patterns['answer.speech']!, 'gu')

/** Whether a premise speaks of the player, outside what its people say. */
export function saysWho(text: string): boolean {
  return self.test(text.replaceAll(speech, ''))
}

/** Whether the player does not want to be anyone in particular. */
export function isOther(player: string): boolean {
  return isSaid('answer.outsider', player.trim())
}

/** Whether a premise says what no other living person does or is. */
function isOnlyOne(player: Named, all: Premise): boolean {
  const { people, absent } = all
  const others = [...people, ...absent].filter(
    (each) => each.name !== player.name && each.pronoun !== undefined && each.isAnimal !== true && each.isDead !== true,
  )
  return !clausesOf(all).some(({ subject }) => subject !== undefined && others.includes(subject))
}

// Who is shut in begins there, and so does someone else who is there where all are shut in.
function inside(read: Premise, text: string): Premise {
  const { player } = read
  const all = player === undefined ? read : readPremise(text, { player: '' })
  const able = all.people.filter((each) => each.isAnimal !== true)
  const isInside =
    player === undefined
      ? able.length > 1 && able.every(({ isTrapped }) => isTrapped)
      : able.some((each) => each.name === player.name && each.isTrapped)
  if (all.locked === undefined || !isInside) return read
  const { isLocked: _, ...cell } = all.locked
  const { locked: __, need: ___, ...open } = read
  const isWithin = (each: Named) => all.people.some(({ name, isTrapped }) => name === each.name && isTrapped)
  // Who is in there, too, is with the player.
  const fellows = read.people
    .filter((each) => isWithin(each))
    .map(({ isTrapped: ____, isShutIn: _____, ...person }): Named => person)
  const shut = {
    ...open,
    isConfined: true,
    places: [cell, ...read.places.filter(({ name }) => name !== cell.name)],
    people: [...fellows, ...read.people.filter((each) => !isWithin(each))],
  }
  return { ...shut, need: needOf(shut, shut.question) }
}

/** The people of a premise whom the player can be. */
export function rolesIn(premise: Pick<Premise, 'text' | 'people' | 'absent' | 'player'>): Named[] {
  const { people, absent } = oneEach(premise)
  return [...people, ...absent]
    .filter((each) => isPlayable(each))
    .filter((each, index, all) => all.findIndex(({ name }) => isCalled(each, name)) === index)
}
