import { convertLorebook, InterchangeError, type LorebookDocument } from '@narratoria/interchange'
import { isJsonObject, type JsonValue } from '@narratoria/protocol'

/** The most lorebooks that belong to one story. */
const mostLorebooks = 50

/**
 * Checks lorebooks that are to be kept with a story, of any program, and returns them as documents of the specification V3.
 *
 * @throws {TypeError} if one is not a lorebook
 */
export function checkLorebooks(values: readonly unknown[]): LorebookDocument[] {
  if (values.length > mostLorebooks) throw new TypeError(`A story can have at most ${mostLorebooks} lorebooks.`)
  return values.map((value, index) => {
    try {
      return convertLorebook(value as JsonValue, `Lorebook ${index + 1}`).document
    } catch (error) {
      if (InterchangeError.isInstance(error)) throw new TypeError(error.message, { cause: error })
      throw error
    }
  })
}

/** Whether a JSON value is a list of stored lorebooks. */
export function areLorebooks(value: unknown): value is LorebookDocument[] {
  return (
    Array.isArray(value) &&
    value.length <= mostLorebooks &&
    value.every(
      (book) =>
        isJsonObject(book) &&
        book.spec === 'lorebook_v3' &&
        isJsonObject(book.data) &&
        Array.isArray(book.data.entries),
    )
  )
}
