import type * as errors from '../src/errors.ts'
import { describe, expect, it } from 'vitest'
import { NarratoriaError, ProtocolError } from '../src/index.ts'
import { requireNode } from '../src/require-node.ts'

class LostError extends NarratoriaError<'lost'> {
  static override readonly className: string = 'LostError'
}

describe('NarratoriaError', () => {
  it('has a code, a message, a cause and the name of its class', () => {
    const cause = new Error('why')
    const error = new LostError('lost', 'It is lost.', { cause })
    expect(error).toMatchObject({ code: 'lost', message: 'It is lost.', name: 'LostError', cause })
    expect(error).toBeInstanceOf(Error)
    expect(Object.keys(error).sort()).toEqual(['code', 'name'])
  })

  it('is recognized by its brand, also as an instance of its base classes', () => {
    const error: unknown = new LostError('lost', 'It is lost.')
    expect(LostError.isInstance(error)).toBe(true)
    expect(NarratoriaError.isInstance(error)).toBe(true)
    expect(ProtocolError.isInstance(error)).toBe(false)
    expect(NarratoriaError.isInstance(new ProtocolError('invalid_json', 'bad', { line: 1, text: 'x' }))).toBe(true)
    for (const other of [new Error('x'), null, undefined, 'lost', { code: 'lost' }]) {
      expect(NarratoriaError.isInstance(other)).toBe(false)
    }
  })

  it('is recognized across copies of the package', async () => {
    const copy = (await import('../src/errors.ts?copy' as string)) as typeof errors
    expect(copy.NarratoriaError).not.toBe(NarratoriaError)
    expect(copy.NarratoriaError.isInstance(new LostError('lost', 'x'))).toBe(true)
  })
})

describe('requireNode', () => {
  it.each(['20.20.2', '22.12.0', '22.17.1', '21.0.0'])('refuses Node %s with one clear error', (version) => {
    expect(() => requireNode(version)).toThrow(
      `Narratoria needs Node 22.18 or newer; this is Node ${version}. Install a newer one from https://nodejs.org.`,
    )
  })

  it.each(['22.18.0', '24.0.0', '26.1.0', undefined])('accepts Node %s', (version) => {
    expect(() => requireNode(version)).not.toThrow()
  })
})
