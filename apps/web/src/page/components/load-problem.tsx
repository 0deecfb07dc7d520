import Button from '@mui/material/Button'
import { restoreFocusToMain } from '../focus/restore-focus.ts'

/** Why something could not be read, and the way to try again. */
export function LoadProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="load-problem" ref={restoreFocusToMain}>
      <p role="alert" className="field-problem">
        {message}
      </p>
      <Button variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
