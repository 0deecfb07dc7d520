import type { StoryTool } from '../plan/story-tools.ts'
import { clip, estimateTokens, fitLines } from './tokens.ts'

/**
 * Describes tools and their arguments within a token limit. Short descriptions stay complete, long ones share the remaining
 * tokens. Names have priority, because a plan can only call a tool that it can name.
 */
export function describeTools(tools: ReadonlyMap<string, StoryTool>, tokens: number): string {
  const all = [...tools.values()].map((tool) => ({ name: `**${tool.name}**`, tool, about: aboutOf(tool, Infinity) }))
  const whole = all.map(({ name, about }) => `${name}${about}`).join('\n\n')
  if (estimateTokens(whole) <= tokens) return whole
  const names = all.map(({ name }) => name)
  const shown = fitLines(names, tokens, 'tools')
  if (shown.length < names.length || shown.at(-1) !== names.at(-1)) return shown.join('\n')
  let left = names.reduce((free, name) => free - estimateTokens(name) - 1, tokens)
  const shortestFirst = all.toSorted((a, b) => a.about.length - b.about.length)
  const abouts = new Map<string, string>()
  for (const [index, { name, tool }] of shortestFirst.entries()) {
    const about = aboutOf(tool, Math.floor(left / (all.length - index)))
    left -= estimateTokens(about)
    abouts.set(name, about)
  }
  return names.map((name) => `${name}${abouts.get(name)}`).join('\n\n')
}

function aboutOf({ description, inputSchema }: StoryTool, tokens: number): string {
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, { type?: string }>
    required?: string[]
  }
  const args = Object.entries(properties)
    .map(([arg, { type }]) => `${arg}${required.includes(arg) ? '' : '?'} (${type ?? 'any'})`)
    .join(', ')
  const write = (what: string, takes: string) => ` - ${what}\n  Args: ${takes}`
  if (estimateTokens(write(description, args)) <= tokens) return write(description, args)
  const free = tokens - estimateTokens(write('', ''))
  if (free < 8) return clip(` - ${description}`, tokens)
  const forArgs = Math.min(estimateTokens(args), Math.max(Math.floor(free / 2), free - estimateTokens(description)))
  return write(clip(description, free - forArgs), clip(args, forArgs))
}
