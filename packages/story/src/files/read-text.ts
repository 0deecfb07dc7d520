import { readFileSync } from 'node:fs'
import { StoryError } from '../errors.ts'

/** Reads a UTF-8 file without its byte order mark. @throws {StoryError} `invalid_project`, naming the file */
export function readText(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new StoryError('invalid_project', `${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new StoryError('invalid_project', `${path} is not valid UTF-8; save it as UTF-8 and try again`, {
      cause: error,
    })
  }
}
