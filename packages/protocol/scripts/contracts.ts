import { stringify } from 'yaml'
import { PROTOCOL_VERSION } from '../src/event/events.ts'
import * as protocol from '../src/index.ts'
import { PlanMetadata } from '../src/plan/plan.ts'
import { DependencyOutcome, TurnPosition } from '../src/request/tool-request.ts'
import * as skill from '../src/skill/index.ts'
import * as execution from '../src/turn/execution-event.ts'
import * as turn from '../src/turn/turn-event.ts'
import { type NamedSchemas, type SharedSchema, shareDefinitions } from './share-definitions.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

const events = {
  log: 'LogEvent',
  state_patch: 'StatePatchEvent',
  asset: 'AssetEvent',
  ui_event: 'UiEvent',
  error: 'ErrorEvent',
  done: 'DoneEvent',
} as const

/** The schemas that documents share under a name. */
const named = Object.fromEntries(
  Object.entries({
    ...protocol,
    ...skill,
    ...execution,
    ...turn,
    PlanMetadata,
    TurnPosition,
    DependencyOutcome,
  }).filter(([name, value]) => typeof value === 'object' && name !== 'ToolState'),
) as NamedSchemas

/** Generates the contracts: the text of each file by its name. */
export function generateContracts(): Map<string, string> {
  return new Map([
    [
      'tool-protocol.openapi.yaml',
      `# Generated from the schemas; do not edit.\n${stringify(openApi(), { aliasDuplicateObjects: false, lineWidth: 120 })}`,
    ],
    ['plan-json.schema.json', jsonSchema('plan-json', 'Plan JSON', protocol.Plan)],
    ['execution-result.schema.json', jsonSchema('execution-result', 'Execution result', protocol.ExecutionResult)],
    ['skill-manifest.schema.json', jsonSchema('skill-manifest', 'Skill manifest', skill.SkillManifest)],
    [
      'config-schema-meta.schema.json',
      jsonSchema('config-schema-meta', 'Config schema of a skill', skill.ConfigSchema),
    ],
    ['turn-event.schema.json', jsonSchema('turn-event', 'Turn event', protocol.TurnEvent)],
    ['tool-request.schema.json', jsonSchema('tool-request', 'Tool request', protocol.ToolRequest)],
    ['tool-event.schema.json', jsonSchema('tool-event', 'Tool event', protocol.ProtocolEvent)],
  ])
}

function jsonSchema(name: string, title: string, root: object): string {
  const { schema, definitions } = shareDefinitions(root, named, '#/$defs/')
  const document = {
    $schema: dialect,
    $id: `urn:narratoria:contract:${name}`,
    $comment: 'Generated from the schemas; do not edit.',
    title,
    ...schema,
    ...(Object.keys(definitions).length > 0 && { $defs: titled(definitions) }),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Adds titles, after which generators of types name them. */
function titled(definitions: SharedSchema['definitions']): object {
  return Object.fromEntries(
    Object.entries(definitions).map(([title, definition]) => [
      title,
      typeof definition === 'object' && !Array.isArray(definition) ? { title, ...definition } : definition,
    ]),
  )
}

function openApi(): object {
  const prefix = '#/components/schemas/'
  const request = shareDefinitions(protocol.ToolRequest, named, prefix)
  const choice = shareDefinitions(protocol.Choice, named, prefix)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Narratoria tool protocol',
      version: PROTOCOL_VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description: [
        'A tool is a process, not a server, so there are no paths: it reads one ToolRequest as a line of JSON from',
        'standard input and writes one ProtocolEvent per line, UTF-8, to standard output. It ends with exactly one',
        'DoneEvent and exit code 0. Fields that are not described here are allowed everywhere and ignored.',
      ].join(' '),
    },
    jsonSchemaDialect: dialect,
    paths: {},
    components: {
      schemas: {
        ToolRequest: request.schema,
        ...request.definitions,
        ProtocolEvent: {
          description: 'One line of standard output.',
          oneOf: Object.values(events).map((name) => ({ $ref: `${prefix}${name}` })),
          discriminator: {
            propertyName: 'type',
            mapping: Object.fromEntries(Object.entries(events).map(([type, name]) => [type, `${prefix}${name}`])),
          },
        },
        ...Object.fromEntries(
          Object.values(events).map((name) => [name, shareDefinitions(named[name]!, named, prefix).schema]),
        ),
        NarrativeChoicePayload: {
          type: 'object',
          description: 'The payload of the ui_event narrative_choice; the chosen text becomes the next prompt.',
          required: ['choices'],
          properties: {
            choices: {
              type: 'array',
              items: { oneOf: [{ type: 'string', minLength: 1 }, { $ref: `${prefix}Choice` }] },
            },
          },
        },
        Choice: choice.schema,
      },
    },
  }
}
