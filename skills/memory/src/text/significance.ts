import en from './en.json' with { type: 'json' }
import { wordSet } from './words.ts'

const weighty = new RegExp(String.raw`\b(?:${[...wordSet(en.weightyStems)].join('|')})\w*`, 'i')

export interface EventSigns {
  changed: boolean
  named: boolean
  asked: boolean
  rolled: boolean
  /** Defaults to false. */
  question?: boolean
}

/** Computes the significance of an event, 0 to 1. */
export function weigh(text: string, { changed, named, asked, rolled, question = false }: EventSigns): number {
  const weight =
    (question ? 0.05 : changed || named || asked || rolled ? 0.3 : 0.2) +
    (changed ? 0.15 : 0) +
    (named ? 0.1 : 0) +
    (rolled ? 0.1 : 0) +
    (weighty.test(text) ? 0.25 : 0) +
    (asked ? 0.3 : 0)
  return Math.min(1, Math.round(weight * 100) / 100)
}
