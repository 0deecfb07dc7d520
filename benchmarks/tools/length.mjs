// Reads and writes the standard descriptors synchronously, as the tool SDK does.
import { readFileSync, writeSync } from 'node:fs'

const { input } = JSON.parse(readFileSync(0, 'utf8'))
writeSync(
  1,
  `{"version":"0","type":"state_patch","patch":{"length":${input.text.length}}}\n{"version":"0","type":"done","ok":true}\n`,
)
