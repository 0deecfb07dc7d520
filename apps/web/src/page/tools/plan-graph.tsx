import { memo } from 'react'
import { t } from '../language/text.ts'
import type { PlanView, ToolView } from '../../api/turn-view.ts'
import { drawnEdges, layoutPlan } from './plan-layout.ts'
import { statusWords } from './tool-words.ts'

const node = { width: 176, height: 56 }
const gap = { x: 56, y: 20 }
const margin = 8
/** The size of the drawing follows the size of the text. */
const rem = (size: number) => `${size / 16}rem`

interface PlanGraphProps {
  plan: PlanView
  onChoose: (toolId: string) => void
}

/** A plan as a graph with the status of each tool. The list of tools has the same information as text. */
export const PlanGraph = memo(function PlanGraph({ plan, onChoose }: PlanGraphProps) {
  const places = new Map(layoutPlan(plan.tools).map((place) => [place.toolId, place]))
  const at = (toolId: string) => {
    const { column, row } = places.get(toolId)!
    return { x: margin + column * (node.width + gap.x), y: margin + row * (node.height + gap.y) }
  }
  const columns = Math.max(0, ...[...places.values()].map(({ column }) => column)) + 1
  const rows = Math.max(0, ...[...places.values()].map(({ row }) => row)) + 1
  const width = columns * (node.width + gap.x) - gap.x + 2 * margin
  const height = rows * (node.height + gap.y) - gap.y + 2 * margin
  const edges = drawnEdges(plan.tools)
  return (
    <div className="graph" tabIndex={0} role="group" aria-label={t('The plan as a graph')}>
      <svg style={{ width: rem(width), height: rem(height) }} viewBox={`0 0 ${width} ${height}`}>
        {edges.map(({ from, to }) => (
          <path
            key={`${from}\n${to}`}
            d={edgePath(at(from), at(to))}
            className={`graph-edge graph-edge-${statusOf(plan, from)}`}
            aria-hidden
          />
        ))}
        {plan.tools.map((tool) => (
          <GraphNode key={tool.toolId} tool={tool} at={at(tool.toolId)} onChoose={onChoose} />
        ))}
      </svg>
    </div>
  )
}, isSamePicture)

interface GraphNodeProps {
  tool: ToolView
  at: { x: number; y: number }
  onChoose: (toolId: string) => void
}

function GraphNode({ tool, at, onChoose }: GraphNodeProps) {
  const words = statusWords[tool.status]
  const status = tool.attempt > 1 ? `${words} · ${t('attempt {number}', { number: tool.attempt })}` : words
  return (
    <g
      className={`graph-node graph-node-${tool.status}`}
      transform={`translate(${at.x} ${at.y})`}
      role="button"
      tabIndex={0}
      onClick={() => onChoose(tool.toolId)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose(tool.toolId)
      }}
    >
      <rect width={node.width} height={node.height} rx="14" />
      <circle cx="20" cy={node.height / 2} r="6" />
      <text x="36" y="24">
        {shorten(tool.toolId, 18)}
      </text>{' '}
      <text x="36" y="42" className="graph-status">
        {status}
      </text>
    </g>
  )
}

/** The drawing changes when a tool's state does, not with each of its log lines. */
function isSamePicture(before: PlanGraphProps, after: PlanGraphProps): boolean {
  const picture = (plan: PlanView) => plan.tools.map(({ status, attempt }) => `${status}${attempt}`).join()
  return (
    before.onChoose === after.onChoose &&
    before.plan.planId === after.plan.planId &&
    picture(before.plan) === picture(after.plan)
  )
}

function statusOf(plan: PlanView, toolId: string): string {
  return plan.tools.find((tool) => tool.toolId === toolId)?.status ?? 'pending'
}

function edgePath(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const start = { x: from.x + node.width, y: from.y + node.height / 2 }
  const end = { x: to.x, y: to.y + node.height / 2 }
  const middle = (start.x + end.x) / 2
  return `M${start.x} ${start.y} C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}`
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
