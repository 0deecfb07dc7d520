import { type RefCallback, memo, useCallback, useState } from 'react'
import { t } from '../language/text.ts'
import type { PlanView, ToolView } from '../../api/turn-view.ts'
import { type PlacedTool, drawnEdges, layoutPlan } from './plan-layout.ts'
import { statusWords } from './tool-words.ts'

const node = { width: 176, height: 56 }
const gap = { x: 56, y: 20 }
const margin = 8
/** Sizes are in rem, so that the drawing scales with the text. */
const rem = (size: number) => `${size / 16}rem`

interface PlanGraphProps {
  plan: PlanView
  onChoose: (toolId: string) => void
}

/** A plan as a graph with the status of each tool. The list of tools has the same information as text. */
export const PlanGraph = memo(function PlanGraph({ plan, onChoose }: PlanGraphProps) {
  const placed = layoutPlan(plan.tools)
  const columns = Math.max(0, ...placed.map(({ column }) => column)) + 1
  const wide = columns * (node.width + gap.x) - gap.x + 2 * margin
  const [box, isNarrow] = useNarrow(wide)
  const { at, width, height, indent } = isNarrow ? drawnBelow(placed, columns) : drawnBeside(placed, columns)
  const edges = drawnEdges(plan.tools)
  return (
    <div className="graph" tabIndex={0} role="group" aria-label={t('The plan as a graph')} ref={box}>
      <svg style={{ width: rem(width), height: rem(height) }} viewBox={`0 0 ${width} ${height}`}>
        {edges.map(({ from, to }) => (
          <path
            key={`${from}\n${to}`}
            d={isNarrow ? stepPath(at(from), at(to), indent) : edgePath(at(from), at(to))}
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

/** Where the tools are drawn, and the size of the drawing. */
interface Drawing {
  at: (toolId: string) => { x: number; y: number }
  width: number
  height: number
  /** The indentation of a tool relative to its dependencies, in pixels. */
  indent: number
}

/** Each tool beside those that it waits for. */
function drawnBeside(placed: readonly PlacedTool[], columns: number): Drawing {
  const places = new Map(placed.map((place) => [place.toolId, place]))
  const rows = Math.max(0, ...placed.map(({ row }) => row)) + 1
  return {
    at(toolId) {
      const { column, row } = places.get(toolId)!
      return { x: margin + column * (node.width + gap.x), y: margin + row * (node.height + gap.y) }
    },
    width: columns * (node.width + gap.x) - gap.x + 2 * margin,
    height: rows * (node.height + gap.y) - gap.y + 2 * margin,
    indent: node.width + gap.x,
  }
}

/** Each tool below those that it waits for, for places that are not wide enough. */
function drawnBelow(placed: readonly PlacedTool[], columns: number): Drawing {
  const order = placed.toSorted((a, b) => a.column - b.column)
  const rows = new Map(order.map(({ toolId, column }, row) => [toolId, { column, row }]))
  const indent = Math.min(24, 72 / Math.max(1, columns - 1))
  return {
    at(toolId) {
      const { column, row } = rows.get(toolId)!
      return { x: margin + column * indent, y: margin + row * (node.height + gap.y / 2) }
    },
    width: node.width + (columns - 1) * indent + 2 * margin,
    height: placed.length * (node.height + gap.y / 2) - gap.y / 2 + 2 * margin,
    indent,
  }
}

/** Whether the element with the returned `ref` is narrower than a drawing of this width. */
function useNarrow(width: number): [RefCallback<HTMLElement>, boolean] {
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setAvailable((entry!.contentRect.width / size) * 16)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, available < width]
}

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

/** Down from a tool, and then to the one that waits for it. */
function stepPath(from: { x: number; y: number }, to: { x: number; y: number }, indent: number): string {
  const x = from.x + indent / 2
  const y = to.y + node.height / 2
  const bend = indent / 4
  return `M${x} ${from.y + node.height} V${y - bend} Q${x} ${y} ${x + bend} ${y} H${to.x}`
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
