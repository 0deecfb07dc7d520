// Names each module of the documentation site as programs import it, such as `@narratoria/world/parse`, and leads links to the
// folders of packages to their modules.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Converter, ReflectionKind } from 'typedoc'

const config = new URL('../tsconfig.base.json', import.meta.url)
/** @type {Record<string, string[]>} */
const paths = JSON.parse(readFileSync(config, 'utf8')).compilerOptions.paths

/** The source file of each entry point of a package, and the name by which it is imported. @type {Map<string, string>} */
export const entryPoints = new Map(
  Object.entries(paths)
    .filter(([, [path]]) => path?.startsWith('./packages/'))
    .map(([name, [path = '']]) => [pathOf(path), name]),
)

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const path = project.files.getReflectionPath(module)
      const name = entryPoints.get(path ?? '')
      if (!path || !name) continue
      module.name = name
      // A link to the folder of a package leads to its root module.
      if (path.endsWith('/src/index.ts'))
        project.files.registerReflection(path.slice(0, -'/src/index.ts'.length), module)
    }
  })
}

/** @param {string} path */
function pathOf(path) {
  return fileURLToPath(new URL(path, config)).replaceAll('\\', '/')
}
