// Type-checks a project's own files and the declarations of the `@narratoria/…` packages, but not those of others, with a
// TypeScript that is written in JavaScript. Prints JSON: the errors, the number of files of each kind, and how many types
// were instantiated for the project's own files. Usage: node type-check.mjs COMPILER PROJECT
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [compiler, project] = process.argv.slice(2)
/** @type {import('typescript')} */
const ts = (await import(pathToFileURL(join(compiler, 'lib', 'typescript.js')).href)).default
const { config } = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile)
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, project)
const program = ts.createProgram(fileNames, options)
const own = program.getSourceFiles().filter(({ fileName }) => !/\/node_modules\/|\/lib\.[^/]+\.d\.ts$/.test(fileName))
const ours = program.getSourceFiles().filter(({ fileName }) => fileName.includes('/node_modules/@narratoria/'))
const diagnostics = [...program.getGlobalDiagnostics(), ...own.flatMap(check)]
const instantiations = program.getInstantiationCount()
diagnostics.push(...ours.flatMap(check))
const errors = ts.formatDiagnostics(diagnostics, {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => project,
  getNewLine: () => '\n',
})
process.stdout.write(JSON.stringify({ errors, own: own.length, ours: ours.length, instantiations }))

/** @param {import('typescript').SourceFile} file */
function check(file) {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
}
