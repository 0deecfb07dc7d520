// Checks the types of a project that has our packages installed, with a compiler of the old line (written in JavaScript):
// its own files, and the declarations of our packages, but not those of others. Prints what the compiler complains of and
// how many types it had to instantiate for the project's own files: node type-check.mjs COMPILER PROJECT
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
const complaints = [...program.getGlobalDiagnostics(), ...own.flatMap(check)]
const instantiations = program.getInstantiationCount()
complaints.push(...ours.flatMap(check))
const told = ts.formatDiagnostics(complaints, {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => project,
  getNewLine: () => '\n',
})
process.stdout.write(JSON.stringify({ told, own: own.length, ours: ours.length, instantiations }))

/** @param {import('typescript').SourceFile} file */
function check(file) {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
}
