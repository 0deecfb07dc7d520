import type { NarratorContext } from '@narratoria/runtime/store'
import { count } from '../terminal/terminal.ts'

export function contextText(context: NarratorContext | undefined): string {
  if (!context) return 'No model narrated the last turn; "narratoria models connect" connects one.'
  const total = context.blocks.reduce((sum, { tokens }) => sum + tokens, 0)
  const blocks = context.blocks.map(({ name, tokens, text }) => `[${name}, about ${count(tokens, 'token')}]\n${text}`)
  return [...blocks, `About ${count(total, 'token')} in all.`].join('\n\n')
}
