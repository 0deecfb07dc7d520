/**
 * The strongest form of structured output that a server really enforces: a schema with a branch for each script, a flat schema,
 * or none, so that the schema is part of the prompt.
 */
export type StructuredLevel = 'schema' | 'flat' | 'prompt'
