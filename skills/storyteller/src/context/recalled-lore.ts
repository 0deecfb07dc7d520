import type { ToolRequest } from '@narratoria/protocol'

/** The pieces of the campaign's lore that a step recalled, best first. */
export function recalledLore(dependencies: ToolRequest['dependencies']): string[] {
  return Object.values(dependencies).flatMap((output) => {
    const memory = output?.memory
    const lore = typeof memory === 'object' && memory !== null && 'lore' in memory ? memory.lore : []
    return (Array.isArray(lore) ? lore : []).flatMap((piece) => {
      const { heading, text } = (typeof piece === 'object' && piece !== null ? piece : {}) as Record<string, unknown>
      if (typeof text !== 'string') return []
      return typeof heading === 'string' && heading !== '' ? [`${heading}: ${text}`] : [text]
    })
  })
}
