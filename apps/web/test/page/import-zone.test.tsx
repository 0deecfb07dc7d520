// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import type { FileImport } from '../../src/api/file-resources.ts'
import { ImportZone } from '../../src/page/home/import-zone.tsx'
import { allNamed, fakeApi, field, render, until } from '../support/render.tsx'

const story: FileImport = {
  kind: 'story',
  session: { sessionId: 's1', title: 'The ferry', turns: 3 },
  taken: [],
  leftOut: ['A picture is missing.'],
}
const lorebook: FileImport = {
  kind: 'lorebook',
  campaign: { name: 'harbour', title: 'The harbour' },
  taken: [],
  leftOut: [],
}

async function choose(name: string): Promise<void> {
  const input = field('File to import')
  await act(async () => {
    Object.defineProperty(input, 'files', { value: [new File(['{}'], name)], configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

test('a story that was imported is offered until the next import', async () => {
  fakeApi(({ path }) => ({ body: path.includes('story') ? story : lorebook }))
  await render(<ImportZone onImported={() => {}}>{null}</ImportZone>)
  await choose('story.json')
  await until(() => expect(document.body.textContent).toContain('The story “The ferry” was imported.'))
  expect(allNamed('a', 'Open the story').map((link) => link.getAttribute('href'))).toEqual(['#/s/s1/narrative'])
  await choose('lore.json')
  await until(() => expect(document.body.textContent).toContain('The lorebook “The harbour” was imported.'))
  expect(allNamed('a', 'Open the story')).toHaveLength(0)
})
