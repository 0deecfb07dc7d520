import Type from 'typebox'
import { RetryPolicy } from '../plan/plan.ts'
import { AnyObject } from '../json.ts'

/** When a script fits a prompt, for planners without a model. */
export const Trigger = Type.Object(
  {
    phrase: Type.Optional(Type.String({ minLength: 1, description: 'Words that must occur, in any inflection.' })),
    pattern: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A regular expression with the flags i and u. Its named groups become input fields.',
      }),
    ),
    input: Type.Optional({ ...AnyObject, description: 'Input fields to set. Named groups override them.' }),
    always: Type.Optional(Type.Boolean({ description: 'Fits every prompt.' })),
    whenState: Type.Optional(
      Type.String({ minLength: 1, description: 'A dotted path that must be set in the session state.' }),
    ),
    intent: Type.Optional(
      Type.Enum(
        ['question-about-past', 'keep', 'question-about-standing', 'deed-to-others', 'roll', 'light', 'examine-door'],
        { description: 'What the player means, read from the whole prompt instead of from certain words.' },
      ),
    ),
    weight: Type.Optional(Type.Number({ minimum: 0, maximum: 10, default: 1 })),
  },
  { description: 'A phrase, a pattern, an intent or always.' },
)
export type Trigger = Type.Static<typeof Trigger>

/** One executable of a skill. */
export const SkillScriptManifest = Type.Object({
  name: Type.String({ minLength: 1 }),
  path: Type.String({ minLength: 1, description: "Relative to the skill's folder." }),
  description: Type.Optional(Type.String()),
  inputSchema: Type.Optional({ ...AnyObject, description: 'JSON Schema of the input.' }),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1 })),
  triggers: Type.Optional(Type.Array(Type.Union([Type.String({ minLength: 1 }), Trigger]))),
  stage: Type.Optional(
    Type.Enum(['recall', 'act', 'narrate', 'record', 'maintain'], {
      default: 'act',
      description:
        'When it runs in a turn: recall first, act for what the player does, narrate for the narration, record to store it. maintain runs after the turn, if its triggers fit the state, until the next turn starts.',
    }),
  ),
  optional: Type.Optional(Type.Boolean({ description: 'True: plans use it with required false.' })),
  prewarm: Type.Optional(
    Type.Boolean({
      description: 'True: the script has no effect before it has read its request, so it may be started early.',
    }),
  ),
  reusable: Type.Optional(
    Type.Boolean({
      description:
        'True: the script is a JavaScript file whose default export is a tool of `defineTool`, keeps nothing from one request for the next and starts no process, so one process may serve many requests.',
    }),
  ),
})
export type SkillScriptManifest = Type.Static<typeof SkillScriptManifest>

/** The manifest of a skill, `skill.json`. */
export const SkillManifest = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 }),
    version: Type.String({
      pattern: '^\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$',
      description: 'Semantic version.',
    }),
    description: Type.String({ minLength: 1 }),
    displayName: Type.Optional(Type.String()),
    author: Type.Optional(Type.String()),
    license: Type.Optional(Type.String()),
    homepage: Type.Optional(Type.String()),
    prompt: Type.Optional(Type.String({ default: 'prompt.md' })),
    configSchema: Type.Optional(Type.String({ default: 'config-schema.json' })),
    scripts: Type.Optional(Type.Array(SkillScriptManifest)),
    capabilities: Type.Optional(Type.Array(Type.String())),
    dependencies: Type.Optional(Type.Array(Type.String())),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 50 })),
    retryPolicy: Type.Optional(RetryPolicy),
    env: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), {
        description: 'Environment variables that its scripts may read.',
      }),
    ),
    network: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True: its scripts need the network, which a sandbox grants only then.',
      }),
    ),
  },
  { description: 'The manifest of a skill, skill.json.' },
)
export type SkillManifest = Type.Static<typeof SkillManifest>
