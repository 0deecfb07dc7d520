import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Makes a project as a reader would have it: the built packages installed, checked as strictly as the workspace. */
export function makeLinkedProject(include: string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'narratoria-linked-'))
  const link = (from: string, name: string) => symlinkSync(from, join(project, 'node_modules', name), 'junction')
  mkdirSync(join(project, 'node_modules', '@narratoria'), { recursive: true })
  for (const dir of globSync('{packages/*,apps/web}', { cwd: root }))
    link(join(root, dir), join('@narratoria', basename(dir)))
  link(join(root, 'node_modules', '@types'), '@types')
  link(join(root, 'packages', 'protocol', 'node_modules', 'typebox'), 'typebox')
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  // JavaScript is checked too, as far as it says what its parameters are.
  const compilerOptions = { types: ['node'], noUnusedLocals: false, allowJs: true, checkJs: true, noImplicitAny: false }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  return project
}

/** Type-checks the project; answers with what the compiler says, nothing where all is well. */
export function compile(project: string): string {
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
  const compiled = spawnSync(process.execPath, [compiler, '-p', project], { cwd: project, encoding: 'utf8' })
  return compiled.stdout + compiled.stderr
}
