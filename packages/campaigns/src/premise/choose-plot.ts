import { premiseContent, type PremisePlot } from '@narratoria/content/premises'
import { isSaid } from './conditions.ts'
import type { Named, Premise } from './premise.ts'
import { isWord } from './words.ts'

/** The plot whose world is built by code: a secret behind a locked door. */
export const secretPlot = 'secret'

/** The plot of a premise that wants something known, decided or done that no other plot has. */
export const aimPlot = 'aim'

/** Asks for the plot that suits a premise best. */
export const fittingPlot = 'fitting'

/** The plot of what the player alone knows whether it is reached. */
export const ownPlot = 'own'

/** Points for a plot whose need the premise meets. */
const needMet = 3

/** Fewest points for a plot that the need of the premise does not have. */
const fewest = 3

/**
 * The key of the plot that a premise asks for: the one of what it says must be done; else of those that it has evidence for the one that most
 * of its signs speak for; else the one of what it leaves open.
 */
export function choosePlot({ need, ...premise }: Premise, random: () => number): string {
  if (need.isYielding !== true) return need.plot
  const scored = Object.entries(premiseContent.plots)
    .filter(([, { favours }]) => favours !== 'sleeper' || !isSaid('unwoken', premise.text))
    .map(([key, plot]) => ({ key, score: scoreOf(plot, { need, ...premise }) + random() / 2 }))
    .toSorted((a, b) => b.score - a.score)
  const [best] = scored
  return best !== undefined && best.score >= fewest ? best.key : need.plot
}

function scoreOf({ signs, needs, favours, unless, isLast, isSigned }: PremisePlot, premise: Premise): number {
  if (unless !== undefined && has(premise, unless)) return 0
  if (isLast === true && !has(premise, 'open')) return 0
  if (needs !== undefined && (needs === premise.need.plot || !has(premise, needs))) return 0
  const isFavoured = needs !== undefined || (favours !== undefined && has(premise, favours))
  // Not "won" in "won't".
  const found = signs.filter(({ pattern }) => new RegExp(`\\b(?:${pattern})\\b(?!['’]t)`, 'iu').test(premise.text))
  if (isSigned === true && found[0] !== signs[0]) return 0
  return found.reduce((sum, { weight }) => sum + weight, isFavoured ? needMet : 0)
}

/** Whether a premise has what a plot may need or ask for. */
export function has(premise: Premise, part: string): boolean {
  if (part === 'missing') return premise.things.some(({ isMissing, isPortable }) => isMissing && isPortable)
  if (part === 'regained') return / back from /.test(premise.need.values['task'] ?? '')
  if (part === 'question') return premise.question !== undefined
  if (part === 'possession') return premise.things.some((thing) => isPossession(thing))
  if (part === 'sleeper') return premise.people.some(({ isAsleep }) => isAsleep)
  if (part === 'dead') return killedIn(premise) !== undefined
  if (part === 'due') return premise.people.some(({ isDue, isAsleep }) => isDue && !isAsleep)
  if (part === 'prize') return premise.things.some((thing) => isPrize(thing))
  if (part === 'turned') return premise.people.some(({ isTurned }) => isTurned)
  if (part.endsWith('.plural')) return /[^s]s$|^\w+s of\b/.test(premise.need.values[part.split('.')[0]!] ?? '')
  if (part === 'owningAll') return premise.text.split(/[.!?;](?=\s|$)/u).some((each) => isSaid('owningAll', each))
  if (part === 'silent') return isSaid('silent', premise.text)
  if (premise.need.plot === part) return true
  if (premise.need.values[part] === 'yes') return true
  if (part === 'lost') return lostIn(premise) !== undefined
  return false
}

/** Whether a thing is one that the player has with them. */
export function isPossession({ isHeld, isMissing, isPortable, name }: Named): boolean {
  return isPortable === true && isMissing !== true && (isHeld === true || name.startsWith('your '))
}

/** The person of a premise who is gone and can be found. */
export function lostIn({ absent }: Premise): Premise['absent'][number] | undefined {
  return absent.find(({ isMissing, isDead, isPlural, isAnimal }) => isMissing && !isDead && !isPlural && !isAnimal)
}

/** The person of a premise who has just died. */
export function killedIn({ absent, text }: Pick<Premise, 'absent' | 'text'>): Named | undefined {
  // Whose murderer is named was not found dead just now.
  return isSaid('buried', text) || isSaid('killerNamed', text) || !isSaid('killing', text)
    ? undefined
    : absent.find(({ name, isDead, isMissing, isAnimal }) => isDead && isMissing && !isAnimal && !isOwned(name))
}

// "The monks' beer": no person, unless it is the son of one.
function isOwned(name: string): boolean {
  return /['’]s? /u.test(name) && !isWord('person', name.split(' ').at(-1)!)
}

/** Whether a thing can be stolen. */
export function isPrize({ isHeld, isMissing, isPortable, name }: Named): boolean {
  return isPortable === true && isMissing !== true && isHeld !== true && !name.startsWith('your ')
}
