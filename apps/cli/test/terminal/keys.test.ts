import { PassThrough } from 'node:stream'
import { setImmediate as tick } from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { KeyFilter } from '../../src/terminal/key-filter.ts'

const [start, end] = ['\u001B[200~', '\u001B[201~']

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

function openKeys(lineBreak = '⏎') {
  const stdin = new PassThrough()
  const arrows: number[] = []
  const filter = new KeyFilter(stdin, (step) => arrows.push(step) > 0, lineBreak)
  let typed = ''
  filter.on('data', (text: string) => (typed += text))
  const type = async (...chunks: string[]) => {
    for (const chunk of chunks) {
      stdin.write(chunk)
      await tick()
    }
    await tick()
    return { typed, arrows }
  }
  return { filter, stdin, type }
}

it('a paste of several lines is one line until Enter', async () => {
  const { type } = openKeys()
  expect(await type(`a${start}one\r\ntwo\nthree${end}\r`)).toEqual({ typed: 'aone⏎two⏎three\r', arrows: [] })
})

it('a paste can arrive in pieces', async () => {
  const { type } = openKeys()
  expect(await type(`${start}one\n`, 'two', `\n${end}`, '\r')).toEqual({ typed: 'one⏎two⏎\r', arrows: [] })
})

it('a paste can be split anywhere, even within its marks and line breaks', async () => {
  const text = `a${start}one\r\ntwo${end}\rb\u001B[Bc`
  for (let cut = 1; cut < text.length; cut++) {
    const { type } = openKeys()
    expect(await type(text.slice(0, cut), text.slice(cut)), `cut at ${cut}`).toEqual({
      typed: 'aone⏎two\rbc',
      arrows: [1],
    })
  }
})

it('a paste can arrive letter by letter', async () => {
  const { type } = openKeys()
  expect(await type(...`${start}one\r\ntwo${end}\r`.split(''))).toEqual({ typed: 'one⏎two\r', arrows: [] })
})

it('the end mark of a paste can arrive late', async () => {
  const { type } = openKeys()
  await type(`${start}one\ntwo\u001B[2`)
  vi.advanceTimersByTime(300)
  expect((await type(`01~`, '\r')).typed).toBe('one⏎two\r')
})

it.each(['\u001B', '\u001B[', '\u001BO', '\u001B[20'])('%j alone is passed on after a while', async (keys) => {
  const { type } = openKeys()
  await type(`x${keys}`)
  vi.advanceTimersByTime(300)
  expect((await type()).typed).toBe(`x${keys}`)
})

it('an incomplete sequence is passed on at the end of the input', async () => {
  const { type, stdin } = openKeys()
  await type(`${start}one\u001B`)
  stdin.end()
  expect((await type()).typed).toBe('one\u001B')
})

it('arrow keys that select a choice are removed, even several at once', async () => {
  const { type } = openKeys()
  expect(await type('x\u001B[B\u001B[B\u001BOAy')).toEqual({ typed: 'xy', arrows: [1, 1, -1] })
})

it('the line break character is a line break only in pasted lines, also when they come from the history', async () => {
  const { filter, type } = openKeys('\\n')
  await type(`${start}one\ntwo${end}`)
  expect(filter.restore('one\\ntwo!')).toBe('one\ntwo!')
  expect(filter.restore('look into C:\\new')).toBe('look into C:\\new')
  expect(filter.restore('one\\ntwo!')).toBe('one\ntwo!')
  await type(`${start}three\nfour${end}`)
  filter.forget()
  expect(filter.restore('look into C:\\new')).toBe('look into C:\\new')
})
