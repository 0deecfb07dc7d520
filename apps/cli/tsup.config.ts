import { program } from '../../tools/tsup.ts'

// Split, so that `--help` and `--version` load no more than they need.
export default program(
  { main: 'src/main.ts' },
  {
    splitting: true,
    clean: true,
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
)
