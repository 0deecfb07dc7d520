import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Creates a project with the built packages installed and the compiler options of the workspace. */
export function makeLinkedProject(include: string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'narratoria-linked-'))
  const link = (from: string, name: string) => symlinkSync(from, join(project, 'node_modules', name), 'junction')
  mkdirSync(join(project, 'node_modules', '@narratoria'), { recursive: true })
  for (const dir of globSync('{packages/*,apps/web}', { cwd: root }))
    link(join(root, dir), join('@narratoria', basename(dir)))
  link(join(root, 'node_modules', '@types'), '@types')
  link(join(root, 'packages', 'runtime', 'node_modules', '@opentelemetry'), '@opentelemetry')
  link(join(root, 'apps', 'web', 'node_modules', '@ag-ui'), '@ag-ui')
  link(join(root, 'packages', 'protocol', 'node_modules', 'typebox'), 'typebox')
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  // JavaScript is checked too, except for the types of its parameters.
  const options = { allowJs: true, checkJs: true, noImplicitAny: false, noUnusedLocals: false }
  const compilerOptions = { ...options, types: ['node'], paths: {} }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  return project
}

/** Type-checks the project and returns the errors of the compiler, or an empty string. */
export function compile(project: string): string {
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
  const compiled = spawnSync(process.execPath, [compiler, '-p', project], { cwd: project, encoding: 'utf8' })
  return compiled.stdout + compiled.stderr
}
