import type { JsonObject } from '@narratoria/protocol'
import Type from 'typebox'

/** Schema of an arbitrary JSON object. */
export const AnyJsonObject = Type.Unsafe<JsonObject>({ type: 'object' })
