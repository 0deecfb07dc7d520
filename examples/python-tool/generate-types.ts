// Writes narratoria_types.py from the published contracts: `npm run generate`. Generators merge a union into one type with every field
// optional, so each event is given as a type of its own.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core'

const contracts = dirname(fileURLToPath(import.meta.resolve('@narratoria/protocol/contracts/tool-event.schema.json')))

/** Returns the types of the request and of each event, in a language of quicktype. */
export async function generateTypes(lang: 'python' | 'typescript' | 'go' | 'rust'): Promise<string> {
  const read = (name: string) => readFileSync(join(contracts, `${name}.schema.json`), 'utf8')
  const { $defs, $schema } = JSON.parse(read('tool-event')) as { $defs: object; $schema: string }
  const input = new JSONSchemaInput(undefined)
  await input.addSource({ name: 'ToolRequest', schema: read('tool-request') })
  for (const name of Object.keys($defs)) {
    const schema = JSON.stringify({ $schema, $id: `urn:narratoria:${name}`, $ref: `#/$defs/${name}`, $defs })
    await input.addSource({ name, schema })
  }
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang, rendererOptions: { 'python-version': '3.7' } })
  return lines.join('\n')
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, 'narratoria_types.py'), await generateTypes('python'))
