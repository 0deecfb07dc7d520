import Type from 'typebox'
import { inProject, layout } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import { StyleSheet } from '../style/style-sheet.ts'

const Backend = Type.Enum(['stub', 'model', 'openai', 'llama'], {
  description:
    '`model` is the connected model of the role `writer`. Defaults to that model if there is one, and to `stub` otherwise.',
})

/** The schema of `config.json`: how the novel is planned and written. Every property is optional. */
export const StoryConfig = Type.Object({
  generation: Type.Optional(
    Type.Object({
      seed: Type.Optional(Type.String({ description: 'Decides the names and everything that the stub makes.' })),
      recent_scenes_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, default: 3 })),
      include_overall_summary: Type.Optional(Type.Boolean({ default: true })),
      context_token_budget: Type.Optional(Type.Integer({ minimum: 2000, maximum: 1_000_000, default: 6000 })),
      max_calls: Type.Optional(
        Type.Integer({
          minimum: 4,
          maximum: 100,
          default: 12,
          description: 'Maximum number of calls of a model for one scene.',
        }),
      ),
      max_attempts: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10,
          default: 3,
          description: 'Maximum number of attempts for one answer of a model.',
        }),
      ),
    }),
  ),
  style: Type.Optional(StyleSheet),
  planner: Type.Optional(Type.Object({ backend: Type.Optional(Backend) })),
  writer: Type.Optional(Type.Object({ backend: Type.Optional(Backend) })),
  openai: Type.Optional(
    Type.Object({
      base_url: Type.String({ pattern: '^https?://', description: 'Such as http://127.0.0.1:11434/v1.' }),
      model: Type.String({ minLength: 1 }),
      api_key_env: Type.Optional(
        Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$', description: 'The environment variable with the key.' }),
      ),
      temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
      max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
      timeout_ms: Type.Optional(
        Type.Integer({
          minimum: 100,
          description: 'Maximum silence. Defaults to 60,000 until the first token and 20,000 between two tokens.',
        }),
      ),
    }),
  ),
  book: Type.Optional(
    Type.Object({
      language: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
          default: 'en',
          description: 'The language of the scenes as a BCP 47 tag, such as en, pt-BR or he.',
        }),
      ),
      author: Type.Optional(Type.String({ minLength: 1, default: 'Narratoria' })),
    }),
  ),
  llama: Type.Optional(
    Type.Object({
      model: Type.String({ minLength: 1, description: 'A GGUF file, absolute or relative to the project folder.' }),
      timeout_ms: Type.Optional(Type.Integer({ minimum: 100, default: 600_000, description: 'Maximum silence.' })),
    }),
  ),
})
export type StoryConfig = Type.Static<typeof StoryConfig>

/** Reads a project's `config.json`. @throws {StoryError} `invalid_project` */
export function readConfig(folder: string): StoryConfig {
  return readJson(inProject(folder, layout.config), StoryConfig)
}

/** The settings of `generation` with their defaults. */
export function generationOf(config: StoryConfig) {
  const { generation = {} } = config
  return {
    seed: generation.seed ?? '',
    recentScenesCount: generation.recent_scenes_count ?? 3,
    includeOverallSummary: generation.include_overall_summary ?? true,
    contextTokenBudget: generation.context_token_budget ?? 6000,
    maxAttempts: generation.max_attempts ?? 3,
    maxCalls: generation.max_calls ?? 12,
  }
}

/** The settings of `book` with their defaults. */
export function bookOf({ book = {} }: StoryConfig) {
  return { language: book.language ?? 'en', author: book.author ?? 'Narratoria' }
}
