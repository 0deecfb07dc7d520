import { deflateRawSync, deflateSync } from 'node:zlib'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  compileLorebook,
  convertLorebook,
  expandMacros,
  matchLore,
  plainText,
  readForeignFile,
  writeCard,
  readCard,
} from '../src/index.ts'
import { bytesOf, fullCard, png, pngChunk, textChunk } from './fixtures/cards.ts'

/** An archive of one file. `claims` replaces what is said about its size. */
function archive(name: string, content: Uint8Array, claims = content.length): Uint8Array {
  const packed = deflateRawSync(content)
  const head = (isCentral: boolean) => {
    const bytes = Buffer.alloc(isCentral ? 46 : 30)
    bytes.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50)
    const at = isCentral ? 6 : 4
    bytes.writeUInt16LE(8, at + 4)
    bytes.writeUInt32LE(crc32(content), at + 10)
    bytes.writeUInt32LE(packed.length, at + 14)
    bytes.writeUInt32LE(claims, at + 18)
    bytes.writeUInt16LE(Buffer.byteLength(name), at + 22)
    return bytes
  }
  const local = Buffer.concat([head(false), Buffer.from(name), packed])
  const central = Buffer.concat([head(true), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(local.length, 16)
  return new Uint8Array(Buffer.concat([local, central, end]))
}

const huge = Buffer.alloc(100 * 1024 * 1024)

describe('a hostile file is refused', () => {
  it.each([
    ['a chunk that claims 4 GB', png(pngChunk('tEXt', Buffer.from('chara\0'), 0xfffffff0)), 'damaged_file'],
    ['a picture that ends within a chunk', png(textChunk('chara', fullCard)).subarray(0, 80), 'damaged_file'],
    ['a picture without a card', png(), 'unknown_format'],
    ['a picture whose card is not base64', png(pngChunk('tEXt', Buffer.from('chara\0{"name":1}'))), 'damaged_file'],
    [
      'a text that unpacks to 100 MB',
      png(pngChunk('zTXt', Buffer.concat([Buffer.from('chara\0\0'), deflateSync(huge)]))),
      'too_large',
    ],
    ['a ZIP bomb', archive('card.json', huge), 'too_large'],
    ['a ZIP bomb that lies about its size', archive('card.json', huge, 100), 'damaged_file'],
    ['a path out of the archive', archive('../../.ssh/config', bytesOf('x')), 'unsafe_path'],
    ['an absolute path', archive('/etc/passwd', bytesOf('x')), 'unsafe_path'],
    ['a path of Windows', archive(String.raw`C:\card.json`, bytesOf('x')), 'unsafe_path'],
    ['an archive without a card', archive('readme.txt', bytesOf('x')), 'unknown_format'],
    ['an archive without its end', archive('card.json', bytesOf(fullCard)).subarray(0, 200), 'damaged_file'],
    ['JSON that is cut off', bytesOf(JSON.stringify(fullCard).slice(0, 300)), 'damaged_file'],
    ['JSON that is nested 100,000 levels deep', bytesOf('[{"a":'.repeat(100_000)), 'damaged_file'],
    ['bytes that are not text', Uint8Array.of(0x7b, 0xff, 0xfe), 'damaged_file'],
    ['an empty file', new Uint8Array(), 'unknown_format'],
    ['any JSON', bytesOf({ hello: 'world' }), 'unknown_format'],
    [
      'a lorebook of 20,001 entries',
      bytesOf({
        entries: Object.fromEntries(
          Array.from({ length: 20_001 }, (_, index) => [index, { key: ['a'], content: 'b' }]),
        ),
      }),
      'too_large',
    ],
  ])('%s', (_, bytes, code) => {
    const started = performance.now()
    expect(() => readForeignFile(bytes, 'file')).toThrow(expect.objectContaining({ code, name: 'InterchangeError' }))
    expect(performance.now() - started).toBeLessThan(60_000)
  })

  it('an archive behind a picture is a card', () => {
    const behind = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
      writeCard(readCard(bytesOf(fullCard)), 'charx'),
    ])
    expect(readForeignFile(new Uint8Array(behind), 'x')).toMatchObject({
      kind: 'card',
      card: { fields: { name: 'Mirelle Voss' } },
    })
  })
})

describe('texts of strangers', () => {
  it('lose scripts, tags and what controls a terminal, and keep the marks of cards', () => {
    const text =
      '<p>Hello <b>you</b></p><script>alert(1)</script >\u001B]52;c;eA==\u0007<START>\n<img src=x onerror=alert(1)>a < b\r\n<!-- x -->'
    expect(plainText(text)).toBe('Hello you\n]52;c;eA==<START>\na < b')
  })

  it.each([
    ['<script>'.repeat(100_000)],
    ['<a '.repeat(300_000)],
    ['<!--'.repeat(300_000)],
    [' '.repeat(1_000_000) + 'x'],
    ['{{'.repeat(300_000)],
    ['{{random:a,b}}'.repeat(20_000)],
  ])('are read in a time that grows with their length: %#', (text) => {
    const started = performance.now()
    plainText(text)
    expandMacros(text, { char: 'A', user: 'B', seed: 's' })
    expect(performance.now() - started).toBeLessThan(60_000)
  })

  it('an expression that takes for ever is stopped', () => {
    const slow = { keys: ['/^(a+)+$/'], content: 'Slow.', enabled: true, extensions: {} }
    const fast = { keys: ['lamp'], content: 'Fast.', enabled: true, extensions: {} }
    const { document } = convertLorebook({
      entries: [...Array.from({ length: 50 }, (_, index) => ({ ...slow, keys: [`/^(a+)+${index}$/`] })), fast],
    })
    const started = performance.now()
    const found = matchLore([compileLorebook(document)], {
      messages: [`lamp ${'a'.repeat(60)}!`, `${'a'.repeat(60)}!`],
      seed: 's',
    })
    expect(found.filter(({ used }) => used).map(({ text }) => text)).toEqual(['Fast.'])
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})
