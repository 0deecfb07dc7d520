import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const doneLine = '{"version":"0","type":"done","ok":true}'

let folder: string | undefined

/** Returns a temporary folder of this process, removed when it exits. */
export function workFolder(): string {
  if (folder !== undefined) return folder
  const created = mkdtempSync(join(tmpdir(), 'narratoria-bench-'))
  process.on('exit', () => rmSync(created, { recursive: true, force: true }))
  return (folder = created)
}

/** Writes an executable file into the work folder and returns its path. */
export function writeTool(name: string, text: string): string {
  const path = join(workFolder(), name)
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

/** A minimal tool: a static program that writes `done`, or a shell script if there is no C compiler. */
export function tinyTool(): string {
  const source = join(workFolder(), 'tiny.c')
  const path = join(workFolder(), 'tiny')
  const text = JSON.stringify(`${doneLine}\n`)
  writeFileSync(
    source,
    `#include <unistd.h>\nint main(void) { return write(1, ${text}, ${doneLine.length + 1}) < 0; }\n`,
  )
  try {
    execFileSync('cc', ['-O2', '-static', '-o', path, source], { stdio: 'ignore' })
    return path
  } catch {
    return shellTool()
  }
}

export function shellTool(): string {
  return writeTool('tool.sh', `#!/bin/sh\necho '${doneLine}'\n`)
}

export function nodeTool(): string {
  return writeTool('tool.mjs', `console.log('${doneLine}')\n`)
}
