import { program } from '../../tools/tsup.ts'

// Split, so that `--help` and `--version` load no more than they need. The model runtime is the user's to install.
export default program(
  { main: 'src/main.ts', 'llama-worker': '../../packages/planner/dist/llama-worker.js' },
  {
    splitting: true,
    clean: true,
    external: ['node-llama-cpp'],
    noExternal: [/^(?!node-llama-cpp)/],
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
)
