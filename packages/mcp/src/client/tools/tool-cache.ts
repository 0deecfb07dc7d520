import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { McpServerEntry } from '../config/server-entry.ts'
import { readTools, type ToolDefinition } from './tool-definition.ts'

/** The tools that servers had last, so that a host can plan with them while the servers start. */
export interface ToolCache {
  read(name: string, entry: McpServerEntry): ToolDefinition[] | undefined
  write(name: string, entry: McpServerEntry, tools: readonly ToolDefinition[]): void
  remove(name: string): void
}

/** A cache in a folder. Without a folder, nothing is kept. */
export function openToolCache(folder: string | undefined): ToolCache {
  const fileOf = (name: string) => folder && join(folder, `${name}.tools.json`)
  return {
    read(name, entry) {
      const file = fileOf(name)
      try {
        const { digest, tools } = JSON.parse(readFileSync(file ?? '', 'utf8')) as { digest: string; tools: unknown[] }
        if (digest !== digestOf(entry)) return undefined
        return readTools(tools.map(toListed)).tools
      } catch {
        return undefined
      }
    },
    write(name, entry, tools) {
      const file = fileOf(name)
      if (file === undefined) return
      try {
        mkdirSync(folder!, { recursive: true, mode: 0o700 })
        const part = `${file}.${process.pid}.part`
        writeFileSync(part, JSON.stringify({ digest: digestOf(entry), tools }), { mode: 0o600 })
        renameSync(part, file)
      } catch {
        // Without a cache, the next host waits for the server.
      }
    },
    remove(name) {
      const file = fileOf(name)
      if (file !== undefined) rmSync(file, { force: true })
    },
  }
}

/** A digest of what a server is: a changed entry is another server. */
export function digestOf({
  timeout: _timeout,
  triggers: _triggers,
  disabled: _disabled,
  ...entry
}: McpServerEntry): string {
  const sorted = Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

function toListed(tool: unknown): unknown {
  const { original, description, inputSchema, readOnly, repeatable } = tool as ToolDefinition
  return {
    name: original,
    description,
    inputSchema,
    annotations: { readOnlyHint: readOnly, idempotentHint: repeatable },
  }
}
