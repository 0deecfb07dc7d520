import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const guide = join(import.meta.dirname, '../../../../docs/guides/write-a-novel.md')

it('P3 §11: every command of the guide "write a novel" works', async () => {
  const home = temporaryFolder()
  const text = readFileSync(guide, 'utf8')
  const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'))
  expect(commands.length).toBeGreaterThan(10)
  for (const command of commands) {
    const args = [...command.replace(/\s+#.*$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain!,
    )
    expect(args.shift()).toBe('narratoria')
    const { code, stderr } = await narratoria(args, { home })
    expect(code, `${command}: ${stderr}`).toBe(0)
  }
  // Some twenty commands.
}, 900_000)
