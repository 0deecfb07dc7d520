// Reads one line from its standard descriptor and answers on the other, synchronously, as the tool SDK does.
import { readSync, writeSync } from 'node:fs'

const chunks = []
for (let end = -1; end === -1;) {
  const chunk = Buffer.allocUnsafe(256 * 1024)
  const bytes = chunk.subarray(0, readSync(0, chunk))
  end = bytes.length === 0 ? 0 : bytes.indexOf(10)
  chunks.push(bytes)
}
const { input } = JSON.parse(Buffer.concat(chunks).toString())
writeSync(
  1,
  `{"version":"0","type":"state_patch","patch":{"length":${input.text.length}}}\n{"version":"0","type":"done","ok":true}\n`,
)
