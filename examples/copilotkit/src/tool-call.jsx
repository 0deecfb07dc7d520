/** A tool of the story with its result. */
export function ToolCall({ name, result }) {
  return (
    <p className="tool">
      <code>{name}</code> {result ?? '…'}
    </p>
  )
}
