import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const line = (event: object) => `echo '${JSON.stringify({ version: '0', ...event })}'`
const done = line({ type: 'done', ok: true, summary: 'It is done.' })

/** Shell tools by the word of a prompt that chooses each. All but the first two fail, each in its own way. */
const tools: Record<string, string> = {
  count: [
    line({ type: 'log', level: 'info', message: 'counting' }),
    `printf '{"version":"0","type":"state_patch","patch":{"counted":{"%s":%s}}}\\n' "$(($$ % 50))" "$$"`,
    done,
  ].join('\n'),
  paint: [
    'file="$PWD/picture-$(($$ % 10)).svg"',
    `echo '<svg xmlns="http://www.w3.org/2000/svg"/>' > "$file"`,
    `printf '{"version":"0","type":"asset","assetId":"p","kind":"image","mediaType":"image/svg+xml","path":"%s"}\\n' "$file"`,
    done,
  ].join('\n'),
  crash: 'kill -SEGV $$',
  hang: 'sleep 1000',
  resist: "trap '' TERM; while true; do sleep 1; done",
  babble: 'yes "this is not an event" | head -c 3000000',
  vanish: `${line({ type: 'state_patch', patch: { vanished: true } })}\nexit 0`,
  orphan: `setsid sleep 1000 &\n${done}`,
}

/** The words of prompts that choose the tools. */
export const words = Object.keys(tools)

/** Writes one skill for each tool into `root`. */
export function writeSkills(root: string): void {
  for (const [word, script] of Object.entries(tools)) {
    const folder = join(root, word)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'act.sh'), `#!/bin/sh\ncat > /dev/null\n${script}\n`, { mode: 0o755 })
    const scripts = [
      { name: 'act', path: 'act.sh', description: `Does "${word}".`, triggers: [word], timeoutMs: 1_500 },
    ]
    writeFileSync(
      join(folder, 'skill.json'),
      JSON.stringify({
        name: `soak-${word}`,
        version: '1.0.0',
        description: `A tool of the soak: ${word}.`,
        retryPolicy: { maxRetries: 1, backoffMs: 50 },
        scripts,
      }),
    )
  }
}
