import { basename } from 'node:path'
import type { ExecutionResult, Plan, ToolInvocation, ToolResult } from '@narratoria/protocol'

const styles = {
  completed: 'fill:#d7f0db,stroke:#2e7d32,color:#1b1b1b',
  failed: 'fill:#fbdcdc,stroke:#c62828,color:#1b1b1b',
  timeout: 'fill:#fde8cf,stroke:#ef6c00,color:#1b1b1b',
  skipped: 'fill:#eeeeee,stroke:#9e9e9e,color:#616161,stroke-dasharray:4',
}

/**
 * Returns a plan as a Mermaid flowchart; with `result`, each tool's state too. Arrows point from a dependency to its
 * dependents, dotted if the dependency is optional. Tools with rounded corners are `async`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { toMermaid } from '@narratoria/executor'
 *
 * const plan = { requestId: crypto.randomUUID(), tools: [{ toolId: 'ring', toolPath: 'bell.mjs' }] }
 * assert.equal(toMermaid(plan), 'flowchart TD\n  t0["ring<br/>bell.mjs"]\n')
 * ```
 */
export function toMermaid(plan: Plan, result?: ExecutionResult): string {
  const results = new Map(result?.toolResults.map((tool) => [tool.toolId, tool]))
  const ids = new Map(plan.tools.map((tool, at) => [tool.toolId, `t${at}`]))
  const nodes = plan.tools.map((tool, at) => drawTool(`t${at}`, tool, results.get(tool.toolId)))
  const arrows = plan.tools.flatMap((tool, at) =>
    [...new Set(tool.dependencies)].flatMap((dependency) => {
      const from = ids.get(dependency)
      if (from === undefined) return []
      const optional = plan.tools[Number(from.slice(1))]?.required === false
      return [`  ${from} ${optional ? '-.->' : '-->'} t${at}`]
    }),
  )
  const used = new Set([...results.values()].map(({ state }) => state))
  const classes = Object.entries(styles)
    .filter(([state]) => used.has(state as ToolResult['state']))
    .map(([state, style]) => `  classDef ${state} ${style}`)
  return `${['flowchart TD', ...nodes, ...arrows, ...classes].join('\n')}\n`
}

function drawTool(id: string, tool: ToolInvocation, result: ToolResult | undefined): string {
  const lines = [tool.toolId, basename(tool.toolPath), ...(result ? [describe(result)] : [])]
  const label = `"${lines.map(escape).join('<br/>')}"`
  return `  ${id}${tool.async === true ? `(${label})` : `[${label}]`}${result ? `:::${result.state}` : ''}`
}

function describe({ state, executionTime, retryCount, errorCode, reused }: ToolResult): string {
  return [
    state,
    ...(errorCode === undefined ? [] : [errorCode]),
    ...(reused === true ? ['reused'] : state === 'skipped' ? [] : [`${Math.round(executionTime)} ms`]),
    ...(retryCount > 0 ? [`${retryCount} ${retryCount === 1 ? 'retry' : 'retries'}`] : []),
  ].join(' · ')
}

// Mermaid interprets Markdown and HTML in labels; its escape is #code;.
function escape(text: string): string {
  return text
    .replaceAll(/[\p{Cc}]+/gu, ' ')
    .replaceAll(/["#;<>&`*_\\[\]{}()|]/g, (character) => `#${character.charCodeAt(0)};`)
}
