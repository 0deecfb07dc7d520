import { createNarratoria } from '@narratoria/runtime'
import { KeywordPlanner } from './keyword-planner.ts'

const [prompt = 'I take the torch to the door', skills = '../../skills', home = './.narratoria'] = process.argv.slice(2)
const narratoria = await createNarratoria({ skillRoots: [skills], home, planner: new KeywordPlanner() })
const session = await narratoria.openSession()
const { narrative, plan } = await session.play(prompt).result
process.stdout.write(`${plan?.tools.map(({ toolId }) => toolId).join(' → ')}\n\n${narrative}\n`)
await narratoria.close()
