import type { JsonObject } from '@narratoria/protocol'
import { toYou } from '../prose/person.ts'
import { clean } from '../prose/text.ts'
import type { Fact } from '../prose/fact.ts'
import { asNumber, asObject, asText } from './json.ts'
import { affirms, numberPattern, sentencesOf } from './prose-check.ts'

const mostFactions = 3

/** Reads the standings in a dependency's output: what changed, and what was asked for. */
export function reputationFacts(output: JsonObject): Fact[] {
  const standings = Object.values(asObject(asObject(output.reputation)?.factions) ?? {})
  return standings.slice(0, mostFactions).flatMap((entry) => {
    const faction = asObject(entry)
    const name = clean(asText(faction?.name) ?? '', 80)
    const exact = asNumber(faction?.value)
    if (!faction || name === '' || exact === undefined) return []
    const value = Math.abs(exact) < 1 ? exact : Math.round(exact)
    const the = /^(?:the|a|an|my|our)\s/i.test(name) ? name : `the ${name}`
    const change = asNumber(faction.change)
    const standing = asText(faction.standing) ?? (value < 0 ? 'disliked' : value > 0 ? 'liked' : 'unknown')
    return change
      ? [changed(the, { value, change, standing, reason: asText(faction.reason) })]
      : [known(the, value, standing)]
  })
}

interface Change {
  value: number
  change: number
  standing: string
  reason: string | undefined
}

function changed(the: string, { value, change, standing, reason }: Change): Fact {
  const verb = change < 0 ? 'falls' : 'rises'
  const why = reason === undefined ? '' : ` for this: ${toYou(clean(reason, 120)).replace(/[.\s]+$/, '')}`
  const leads =
    change < 0
      ? [
          `Word of this will reach ${the}`,
          `Someone saw, and ${the} will hear of it`,
          `This will not be forgotten by ${the}`,
          `Behind shutters and over ledgers ${the} will speak your name, and not kindly`,
        ]
      : [
          `Word of this will reach ${the}`,
          `Someone saw, and ${the} will hear of it gladly`,
          `This will be remembered by ${the}`,
          `Over bread and beer ${the} will speak your name, and kindly`,
        ]
  return {
    kind: 'reputation',
    text: `Your reputation with ${the} ${verb} by ${Math.abs(change)} to ${value} (${standing})${why}.`,
    ways: {
      leads,
      tails: [
        `: your standing ${verb} to ${value}, and you are ${standing} there.`,
        `; you are ${standing} there now, your standing ${value}.`,
        `, and from now on you are ${standing} among them, your standing ${value}.`,
        `: ${standing} is what they call you now, at ${value}.`,
      ],
    },
    isIncluded: (prose) => tells(prose, the, { value, standing }),
  }
}

function known(the: string, value: number, standing: string): Fact {
  if (value === 0) return unknown(the, standing)
  const leads =
    value < 0
      ? [
          `Faces harden at the sight of you, for with ${the}`,
          `A hand moves to a purse, a voice drops; with ${the}`,
          `You feel it before anyone speaks: with ${the}`,
          `The welcome is cold, since with ${the}`,
        ]
      : [
          `Faces open at the sight of you, for with ${the}`,
          `Someone makes room for you; with ${the}`,
          `You feel it before anyone speaks: with ${the}`,
          `The welcome is warm, since with ${the}`,
        ]
  return {
    kind: 'reputation',
    text: `Your reputation with ${the} is ${value} (${standing}).`,
    ways: {
      leads,
      tails: [
        ` you are ${standing}, your standing ${value}.`,
        ` your name stands at ${value}, and you are ${standing}.`,
        ` you count as ${standing}, at ${value} and no better than that.`.replace(
          ' and no better than that',
          value > 0 ? ' and rightly so' : ' and not without reason',
        ),
        ` they know you as one who is ${standing}, with ${value} to your name.`,
      ],
    },
    isIncluded: (prose) => tells(prose, the, { value, standing }),
  }
}

/** Nobody thinks well or ill of the player: a colour of the scene, no number to tell. */
function unknown(the: string, standing: string): Fact {
  return {
    kind: 'reputation',
    text: `Your reputation with ${the} is 0 (${standing}).`,
    ways: {
      leads: [
        'They look you over without love or hate',
        'Nobody here has made up a mind about you',
        'The welcome is neither warm nor cold',
        'You are one face among many',
      ],
      tails: [
        `; among ${the} your name means nothing yet.`,
        `, and what ${the} will make of you is still open.`,
        `; to ${the} you are a page without writing.`,
        `, and with ${the} you may yet become anything.`,
      ],
    },
    isIncluded: (prose) => mentions(prose, the),
  }
}

function mentions(prose: string, the: string): boolean {
  return prose.toLowerCase().includes(the.toLowerCase().replace(/^(?:the|a|an)\s/, ''))
}

/** A standing counts as told where a sentence names the faction and says how the player stands there, in a word or as a number. */
function tells(prose: string, the: string, { value, standing }: { value: number; standing: string }): boolean {
  const stem = standing.replace(/e?d$/, '').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const stands = new RegExp(String.raw`\b${stem}(?:e[ds]?|s|ing)?\b|${numberPattern(value)}`, 'iu')
  return sentencesOf(prose).some((sentence) => mentions(sentence, the) && affirms(sentence, stands))
}
