import { isSaid } from './conditions.ts'

const kinds = {
  reasonTook: 'whyTook',
  reasonLocked: 'whyLocked',
  reasonSilent: 'whySilent',
  reasonSays: 'whySays',
  reasonFeel: 'whyFeel',
} as const

/** The key of the line in which someone says why they did what a clause says of them. */
export function reasonOf(clause: string): string {
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find((each) => isSaid(each, clause))
  return kind === undefined ? 'whyDid' : kinds[kind]
}
