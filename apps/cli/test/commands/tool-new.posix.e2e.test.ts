import { spawnSync } from 'node:child_process'
import { it } from 'vitest'
import { expectWorking } from '../scaffolds.ts'

const cases = ['ts', 'js', 'python', 'sh'].flatMap((lang) => ['tool', 'skill'].map((what) => ({ what, lang })))

it.for(cases)(
  'creates a $what in $lang that passes its check, is discovered and plays',
  async ({ what, lang }, { skip }) => {
    if (lang === 'python' && spawnSync('python3', ['--version']).error) skip('python3 is not on this machine')
    await expectWorking(what, lang)
  },
)
