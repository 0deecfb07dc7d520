import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { KeyFilter } from '../../src/terminal/key-filter.ts'

const [start, end] = ['\u001B[200~', '\u001B[201~']

function openKeys(lineBreak = '⏎') {
  const stdin = new PassThrough()
  const arrows: number[] = []
  const filter = new KeyFilter(stdin as unknown as NodeJS.ReadStream, (step) => arrows.push(step) > 0, lineBreak)
  let typed = ''
  filter.on('data', (text: string) => (typed += text))
  const type = async (...chunks: string[]) => {
    for (const chunk of chunks) {
      stdin.write(chunk)
      await sleep(1)
    }
    await sleep(50)
    return { typed, arrows }
  }
  return { filter, stdin, type }
}

it('a paste of several lines stays one line until the player ends it', async () => {
  const { type } = openKeys()
  expect(await type(`a${start}one\r\ntwo\nthree${end}\r`)).toEqual({ typed: 'aone⏎two⏎three\r', arrows: [] })
})

it('a paste that comes in pieces does too', async () => {
  const { type } = openKeys()
  expect(await type(`${start}one\n`, 'two', `\n${end}`, '\r')).toEqual({ typed: 'one⏎two⏎\r', arrows: [] })
})

it('a paste may be cut anywhere, within its marks and its line breaks too', async () => {
  const text = `a${start}one\r\ntwo${end}\rb\u001B[Bc`
  for (let cut = 1; cut < text.length; cut++) {
    const { type } = openKeys()
    expect(await type(text.slice(0, cut), text.slice(cut)), `cut at ${cut}`).toEqual({
      typed: 'aone⏎two\rbc',
      arrows: [1],
    })
  }
})

it('a paste that comes letter by letter is one too', async () => {
  const { type } = openKeys()
  expect(await type(...`${start}one\r\ntwo${end}\r`.split(''))).toEqual({ typed: 'one⏎two\r', arrows: [] })
})

it('the end of a paste may let itself be waited for', async () => {
  const { type } = openKeys()
  await type(`${start}one\ntwo\u001B[2`)
  await sleep(300)
  expect((await type(`01~`, '\r')).typed).toBe('one⏎two\r')
})

it.each(['\u001B', '\u001B[', '\u001BO', '\u001B[20'])('%j alone is handed on when no more comes', async (keys) => {
  const { type } = openKeys()
  await type(`x${keys}`)
  await sleep(300)
  expect((await type()).typed).toBe(`x${keys}`)
})

it('what is held back is handed on when the input ends', async () => {
  const { type, stdin } = openKeys()
  await type(`${start}one\u001B`)
  stdin.end()
  expect((await type()).typed).toBe('one\u001B')
})

it('arrows are taken out where they choose, even when several come at once', async () => {
  const { type } = openKeys()
  expect(await type('x\u001B[B\u001B[B\u001BOAy')).toEqual({ typed: 'xy', arrows: [1, 1, -1] })
})

it('what a player types is a line break in no line but one that was pasted, or comes back from the history', async () => {
  const { filter, type } = openKeys('\\n')
  await type(`${start}one\ntwo${end}`)
  expect(filter.restore('one\\ntwo!')).toBe('one\ntwo!')
  expect(filter.restore('look into C:\\new')).toBe('look into C:\\new')
  expect(filter.restore('one\\ntwo!')).toBe('one\ntwo!')
  await type(`${start}three\nfour${end}`)
  filter.forget()
  expect(filter.restore('look into C:\\new')).toBe('look into C:\\new')
})
