import type { JsonObject, JsonValue } from '@narratoria/protocol'
import Type from 'typebox'

export const AnyObject = Type.Unsafe<JsonObject>({ type: 'object' })
export const AnyValue = Type.Unsafe<JsonValue>({})

export const time = () => Type.Number({ description: 'Unix time in milliseconds.' })

export const nullable = <T extends Type.TSchema>(schema: T, options?: Type.TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options)

/** A text that is not blank. */
export const filledText = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(description !== undefined && { description }) })
