import { expect, it } from 'vitest'
import { toMermaid } from '../../src/index.ts'
import { createWorld, planOf, toolOf } from '../world.ts'

it('draws a plan', () => {
  const plan = planOf([
    { toolId: 'light', toolPath: 'skills/torch/light.mjs', async: true, required: false },
    { toolId: 'say "hi" <b>', toolPath: 'say.mjs', dependencies: ['light', 'light'] },
    { toolId: 'end', toolPath: 'end.sh', dependencies: ['say "hi" <b>'] },
  ])
  expect(toMermaid(plan)).toBe(
    [
      'flowchart TD',
      '  t0("light<br/>light.mjs")',
      '  t1["say #34;hi#34; #60;b#62;<br/>say.mjs"]',
      '  t2["end<br/>end.sh"]',
      '  t0 -.-> t1',
      '  t1 --> t2',
      '',
    ].join('\n'),
  )
})

it('draws the state of each tool', async () => {
  const { executor } = await createWorld()
  const plan = planOf(['ok.sh', 'fail.sh', toolOf('ok.sh', { toolId: 'after', dependencies: ['fail'] })])
  const text = toMermaid(plan, await executor.execute(plan))
  expect(text).toMatch(/t0\["ok<br\/>ok.sh<br\/>completed · \d+ ms"\]:::completed/)
  expect(text).toMatch(/t1\["fail<br\/>fail.sh<br\/>failed · tool#95;failed · \d+ ms"\]:::failed/)
  expect(text).toContain(':::skipped')
  expect(text).toContain('classDef skipped ')
  expect(text).not.toContain('classDef timeout')
})
