import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

export const strict = { strict: true, strictRequired: false, strictTuple: false, strictTypes: false, allErrors: true }

const file = join(import.meta.dirname, '../contracts/tool-protocol.openapi.yaml')
const { components } = parse(readFileSync(file, 'utf8')) as { components: object }

/** Compiles one schema of the OpenAPI document with an independent validator. */
export function compileComponent(name: string) {
  const ajv = new Ajv2020({ ...strict, discriminator: false, keywords: ['discriminator', 'components'] })
  ajv.addSchema({ $id: 'urn:openapi:x', components })
  return ajv.compile({ $ref: `urn:openapi:x#/components/schemas/${name}` })
}
