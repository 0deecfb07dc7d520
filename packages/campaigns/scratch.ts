import { phrases } from '@narratoria/content'
import { offerActs } from '@narratoria/world'
import { WorldPlayer } from './src/index.ts'
import { seededRandom } from './src/play/seeded-random.ts'
import { shippedWorlds } from './test/simulated/shipped-worlds.ts'
const [want, mode, seed, turns] = process.argv.slice(2)
const worlds = await shippedWorlds()
const world = worlds.find(([n]) => n === want)![1]
const player = new WorldPlayer(world, { seed: Number(seed) })
const random = seededRandom(Number(seed) * 7919)
console.log(world.opening)
for (let t = 0; t < Number(turns); t++) {
  const c = offerActs(world, player.state, { phrases })
  console.log(
    c
      .map(
        (x, i) =>
          `   ${i + 1} ${x.text}${x.odds.hint ? ` (${x.odds.hint}${x.odds.difficulty ? ', ' + x.odds.difficulty : ''})` : ''} [${x.weight.toFixed(2)}]`,
      )
      .join('\n'),
  )
  const list = mode === 'offered' ? c : player.choices()
  const ch = list[Math.floor(random() * list.length)]
  if (!ch) break
  const turn = player.perform([ch.act])
  console.log(`${t + 1}> ${ch.text}\n${mode === 'quiet' ? '' : turn.text}`)
}
