/** What is wrong with a form, if something is. */
export function FieldProblem({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p role="alert" className="field-problem">
      {message}
    </p>
  )
}
