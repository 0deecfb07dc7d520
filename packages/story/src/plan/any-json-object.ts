import type { JsonObject } from '@narratoria/protocol'
import Type from 'typebox'

export const AnyJsonObject = Type.Unsafe<JsonObject>({ type: 'object' })
