import { checkConnection, type StoredConnections } from '@narratoria/models/connections'
import type { Connection } from '@narratoria/models'
import type { PlanMeasure } from '@narratoria/planner/llama'
import { openSkills, type Skill } from '@narratoria/skills'
import { connectionStore } from '../../host/connections.ts'
import { describeConnection, describeLocalModel, describeModels, structuredLevels } from '../../host/describe-models.ts'
import { type OpenModel, openModel, storedModels, wasModelSelected } from '../../host/open-model.ts'
import { describeStages, summarizeStages } from '../../host/plan-stages.ts'
import { narratoriaHome, skillRoots } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import type { Check } from './check-store.ts'

const name = 'Model'
const hint =
  '"narratoria models list" lists models, "narratoria models pull NAME" downloads one; everything else works without.'
/** How long evaluating the prompt prefix may take, in milliseconds. */
const prepareTimeoutMs = 60_000

/** Checks the models that plan and narrate: connected ones, and the local one where a role has no connection. */
export async function checkModels(io: Io): Promise<Check[]> {
  let stored: StoredConnections
  try {
    stored = await connectionStore(io).read()
  } catch (error) {
    return [{ name, status: 'broken', message: messageOf(error), hint }]
  }
  const { connections, roles } = stored
  const ofRole = (role: 'planner' | 'narrator') => connections.find((connection) => connection.name === roles[role])
  const [planner, narrator] = [ofRole('planner'), ofRole('narrator')]
  const used = [...new Set([planner, narrator])].filter((connection) => connection !== undefined)
  const checks = await Promise.all(used.map((connection) => tryConnection(io, connection)))
  if (planner && narrator) return [summary({ planner, narrator }), ...checks]
  const selected = (await storedModels(io)).find((model) => model.selected)?.name
  if (selected === undefined && used.length > 0) return [summary({ planner, narrator }), ...checks]
  const local = await checkModel(io)
  return selected === undefined ? [local] : [summary({ planner, narrator }, selected), ...checks, local]
}

function summary(connected: { planner?: Connection; narrator?: Connection }, local?: string): Check {
  const labelOf = (connection: Connection | undefined) =>
    connection ? describeConnection(connection) : local && describeLocalModel(local)
  const playing = { planner: labelOf(connected.planner), narrator: labelOf(connected.narrator) }
  return { name: 'Models', status: 'ok', message: describeModels(playing) }
}

async function tryConnection(io: Io, connection: Connection): Promise<Check> {
  const label = describeConnection(connection)
  try {
    await checkConnection(connection, io.env)
    return { name, status: 'ok', message: `${label} is there; ${structuredLevels[connection.structured]}` }
  } catch (error) {
    const advice = `"narratoria models test ${connection.name}" tests it again. Until it works, the stub planner and templates play.`
    return { name, status: 'broken', message: `${label}: ${messageOf(error)}`, hint: advice }
  }
}

/** Loads the local model in use and plans one turn with it. */
async function checkModel(io: Io): Promise<Check> {
  const measures: PlanMeasure[] = []
  try {
    const model = await openModel(io, { required: false, onMeasure: (measure) => measures.push(measure) })
    if (!model) return await describeMissingModel(io)
    try {
      return await tryModel(io, model, measures)
    } finally {
      await model.close()
    }
  } catch (error) {
    const removal = `"narratoria models remove NAME" removes it. ${hint}`
    return { name, status: 'broken', message: messageOf(error), hint: removal }
  }
}

async function describeMissingModel(io: Io): Promise<Check> {
  const stored = await storedModels(io)
  if (stored.length === 0) {
    const message = 'no language model: triggers plan stories and templates narrate them'
    return { name, status: 'missing', message, hint }
  }
  const names = stored.map((model) => model.name).join(', ')
  const select = '"narratoria models use NAME" selects one of them.'
  if (await wasModelSelected(io))
    return { name, status: 'broken', message: `the selected model is missing; there are ${names}`, hint: select }
  return { name, status: 'missing', message: `there are ${names}, but none is selected`, hint: select }
}

async function tryModel(io: Io, model: OpenModel, measures: readonly PlanMeasure[]): Promise<Check> {
  const skills = await openSkills({ roots: skillRoots(io), home: narratoriaHome(io) })
  try {
    const problem = await planOnce(model, skills.available())
    const message = `${model.name}: ${describeStages(summarizeStages(model.loadMs, measures))}`
    if (problem === undefined) return { name, status: 'ok', message }
    return {
      name,
      status: 'missing',
      message: `${message}; its trial plan failed: ${problem}`,
      hint: 'The stub planner plays when the model makes no plan. A smaller or another model may do better: "narratoria models list".',
    }
  } finally {
    await skills.close()
  }
}

/** Returns the problem if planning fails. */
async function planOnce({ planner }: OpenModel, skills: readonly Skill[]): Promise<string | undefined> {
  try {
    await planner.prepare(skills, { signal: AbortSignal.timeout(prepareTimeoutMs) })
    const turn = { prompt: 'I look around', state: {}, recentTurns: [], disabledSkills: [] }
    await planner.plan({ ...turn, skills, attempt: 1, parentPlanId: null })
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
