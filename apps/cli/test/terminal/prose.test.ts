import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Output } from '../../src/io.ts'
import { ProseStream } from '../../src/terminal/prose-stream.ts'
import { describeTerminal, wrap } from '../../src/terminal/terminal.ts'
import { widthOf } from '../../src/terminal/text-width.ts'

describe('prose', () => {
  it('has the same lines however it is split into pieces', () => {
    const text = fc
      .array(fc.constantFrom('a', 'longer', 'words', '日本', '「雨が、降る。」', '👩‍👧', '\n', 'x'.repeat(12)), {
        maxLength: 40,
      })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 8, max: 30 }),
        fc.array(fc.nat(12), { maxLength: 20 }),
        (text, columns, cuts) => {
          const stream = (pieces: string[]) => {
            let out = ''
            const prose = new ProseStream(
              (piece) => (out += piece),
              () => columns,
            )
            for (const piece of pieces) prose.add(piece)
            prose.end()
            return out
          }
          let at = 0
          const pieces = [...cuts.map((length) => text.slice(at, (at += length))), text.slice(at)]
          const lines = stream(pieces)
            .split('\n')
            .map((line) => line.trimEnd())
          expect(lines).toEqual(
            stream([text])
              .split('\n')
              .map((line) => line.trimEnd()),
          )
          for (const line of lines) expect(widthOf(line) <= columns || !line.includes(' ')).toBe(true)
          // Nothing is lost, and no word of narrow characters is split.
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
          expect(lines.join('\n').match(/[a-z]+/g)).toEqual(text.match(/[a-z]+/g))
        },
      ),
      // Splits a surrogate pair.
      { examples: [['words 👩‍👧 words longer 👩‍👧', 26, [9, 2, 8, 5, 2, 3]]] },
    )
  })

  it('without spaces is shown at once, and no line begins or ends with the wrong punctuation', () => {
    let out = ''
    const prose = new ProseStream(
      (piece) => (out += piece),
      () => 10,
    )
    const text = '灯塔看守人数着海浪，「一、二」，数不清了。'
    const shown = Array.from(text, (character) => {
      prose.add(character)
      return out.replaceAll('\n', '').length
    })
    // Only the last character and its punctuation are kept back.
    for (const [index, length] of shown.entries()) expect(index + 1 - length).toBeLessThanOrEqual(3)
    prose.end()
    const lines = out.trimEnd().split('\n')
    expect(lines.join('')).toBe(text)
    expect(wrap(text, 10).split('\n')).toEqual(lines)
    for (const line of lines) {
      expect(widthOf(line)).toBeLessThanOrEqual(10)
      expect(line).not.toMatch(/^[，、。」]|「$/)
    }
  })

  it('keeps the indent of a list item in each of its lines', () => {
    expect(wrap('  1. one two three', 10)).toBe('  1. one\n  two\n  three')
  })

  it.each([
    ['an escape sequence', 'a\u001B[2Jb', 'a[2Jb'],
    ['a bell', 'a\u0007b', 'ab'],
    ['a right-to-left override', 'a\u202Eb', 'ab'],
    ['a carriage return', 'a\rb', 'ab'],
  ])('removes %s from the output of a tool', (_, text, shown) => {
    expect(wrap(text, 80)).toBe(shown)
  })
})

describe('the terminal', () => {
  const stdout = { isTTY: true, columns: 90 } as Output
  it.each([
    ['NO_COLOR', { NO_COLOR: '1', LANG: 'C.UTF-8' }, {}, 'x', '·'],
    ['--plain', { LANG: 'C.UTF-8' }, { plain: true }, 'x', '-'],
    ['a dumb terminal', { TERM: 'dumb' }, {}, 'x', '-'],
    ['no Unicode', { LANG: 'C', TERM: 'xterm' }, {}, '\u001B[2mx\u001B[22m', '-'],
    ['a terminal with every capability', { LANG: 'en_US.UTF-8', TERM: 'xterm' }, {}, '\u001B[2mx\u001B[22m', '·'],
  ])('adapts to %s', (_, env, options, dimmed, dot) => {
    const terminal = describeTerminal({ stdout, stderr: stdout, env }, options)
    expect([terminal.dim('x'), terminal.marks.dot]).toEqual([dimmed, dot])
  })

  it('follows the width of the window up to a readable maximum', () => {
    const terminal = describeTerminal({ stdout, stderr: stdout, env: {} })
    expect(terminal.columns).toBe(90)
    stdout.columns = 40
    expect(terminal.columns).toBe(40)
    stdout.columns = 300
    expect(terminal.columns).toBe(100)
  })
})
