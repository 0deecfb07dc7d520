import type { BenchCase } from './bench-case.ts'
import { cases as mergeCases } from './cases/merge.ts'
import { cases as readCases } from './cases/read.ts'
import { cases as scheduleCases } from './cases/schedule.ts'
import { measure } from './measure.ts'

/**
 * What continuous integration looks at: work inside one process, whose ratio to the reference hardly depends on the
 * machine. `usual` is the ratio on a quiet one.
 */
const guarded = [
  { from: readCases, name: 'reading 200,000 small events', usual: 1.3 },
  { from: readCases, name: 'reading 4 lines of 5 MB', usual: 1.3 },
  { from: mergeCases, name: '20,000 patches of 5 keys, a state of 12 nested keys', usual: 1.2 },
  { from: mergeCases, name: '20,000 patches of 5 keys, a state of 1,000 nested keys', usual: 1.7 },
  { from: scheduleCases, name: '10,000 no-op nodes, random DAG', usual: 2.5 },
]

/** How far above the usual a ratio must lie to be a fault: a busy machine alone does not bring it there. */
const tolerance = 2

// Fails where even the quarter of the rounds that went best is far slower than usual: node --expose-gc src/guard.ts
for (const { from, name, usual } of guarded) {
  const found = from().find((benchCase) => benchCase.name === name)
  if (!found) throw new Error(`the guard looks for the case "${name}", which is no more`)
  const limit = usual * tolerance
  for (const { contender, spread } of (await measure(withoutPeers(found))).measurements.slice(1)) {
    const isFault = spread[0] > limit
    console.log(
      `${isFault ? 'SLOWER' : 'ok    '} ${name}: ${contender.name} ${spread[0].toFixed(2)}, limit ${limit.toFixed(1)}`,
    )
    if (isFault) process.exitCode = 1
  }
}

/** Only what is ours beside the reference, in fewer rounds. */
function withoutPeers(benchCase: BenchCase): BenchCase {
  return { ...benchCase, rounds: 5, contenders: benchCase.contenders.filter(({ bar }) => bar !== undefined) }
}
