import { program } from '../../tools/build/tsup.ts'

const scripts = [
  'memory-search',
  'character-generate',
  'location-generate',
  'thing-generate',
  'world-change',
  'relationship-create',
  'relationship-update',
  'relationship-query',
]

export default program(Object.fromEntries(scripts.map((script) => [script, `src/${script}.ts`])), {
  outDir: 'scripts',
  outExtension: () => ({ js: '.mjs' }),
  // What all scripts have in common stands in one file.
  splitting: true,
  clean: true,
})
