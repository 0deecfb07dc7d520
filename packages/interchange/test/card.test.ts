import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCard, writeCard } from '../src/index.ts'
import { bytesOf, fullCard, oldCard, oldestCard, png, pngChunk, textChunk } from './fixtures/cards.ts'

const cards = { 'version 1': oldestCard, 'version 2': oldCard, 'version 3': fullCard }

describe('a card that is read, written and read again', () => {
  for (const [version, document] of Object.entries(cards))
    it.each(['png', 'json', 'charx'] as const)(`keeps every field of ${version} in the form %s`, (format) => {
      const card = readCard(bytesOf(document))
      const again = readCard(writeCard(card, format))
      expect(again.document).toEqual(document)
      expect(again.version).toBe(card.version)
      expect(again.fields).toEqual(card.fields)
      expect(again.book).toEqual(card.book)
    })

  it('keeps the picture of a PNG card, and the files of a .charx archive', () => {
    const picture = png(pngChunk('tEXt', Buffer.from('Comment\0drawn by hand')), textChunk('chara', oldCard))
    const written = writeCard(readCard(picture), 'png')
    expect(Buffer.from(written).includes('drawn by hand')).toBe(true)
    expect(
      Buffer.from(written)
        .toString('latin1')
        .match(/tEXtchara/g),
    ).toHaveLength(1)
    const files = new Map([['assets/emotion/images/calm.png', png()]])
    const archive = readCard(writeCard({ ...readCard(bytesOf(fullCard)), files }, 'charx'))
    expect([...archive.files.keys()]).toEqual(['assets/emotion/images/calm.png'])
    expect(archive.assets.find(({ name }) => name === 'calm')?.content).toEqual(new Uint8Array(png()))
  })
})

describe('a PNG picture', () => {
  it('is read from "ccv3" before "chara", whatever the case of the keyword', () => {
    const card = readCard(png(textChunk('Chara', oldCard), textChunk('CCV3', fullCard)))
    expect(card.fields.name).toBe('Mirelle Voss')
    expect(card.picture).toBeDefined()
  })

  it('may contain the card in a compressed or an international text', () => {
    const base64 = Buffer.from(JSON.stringify(oldCard)).toString('base64')
    const packed = Buffer.concat([Buffer.from('chara\0\0'), deflateSync(base64)])
    const international = Buffer.from(`ccv3\0\0\0en\0\0${base64}`)
    expect(readCard(png(pngChunk('zTXt', packed))).fields.name).toBe('Orla')
    expect(readCard(png(pngChunk('iTXt', international))).fields.name).toBe('Orla')
  })

  it('may contain assets', () => {
    const data = {
      ...(fullCard.data as object),
      assets: [{ type: 'icon', uri: '__asset:0', name: 'main', ext: 'png' }],
    }
    const content = pngChunk('tEXt', Buffer.from(`chara-ext-asset_:0\0${Buffer.from('picture').toString('base64')}`))
    const card = readCard(png(textChunk('ccv3', { ...fullCard, data }), content))
    expect(Buffer.from(card.assets[0]!.content!).toString()).toBe('picture')
  })
})

describe('a card that is unusual', () => {
  it('is read with warnings if its version or a field is', () => {
    const { warnings, fields } = readCard(
      bytesOf({ spec: 'chara_card_v3', spec_version: '3.1', data: { name: 'Ada', tags: 'one', description: 7 } }),
    )
    expect(warnings).toEqual([
      'Its specification has version "3.1"; it was read as 3.0.',
      '"description" is not a text and was left out.',
      '"tags" is not a list of texts and was left out.',
    ])
    expect(fields).toMatchObject({ name: 'Ada', description: '', tags: [] })
  })

  it.each([
    ['without a name', { spec: 'chara_card_v2', data: {} }, 'invalid_card'],
    ['without data', { spec: 'chara_card_v2' }, 'invalid_card'],
    ['which is a list', [], 'invalid_card'],
  ])('is refused %s', (_, value, code) => {
    expect(() => readCard(bytesOf(value))).toThrow(expect.objectContaining({ code }))
  })
})
