import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { t } from '../language/text.ts'
import { restoreFocusToMain } from '../focus/restore-focus.ts'

/** The reason why loading failed, and a button to try again. */
export function LoadProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stack sx={{ alignItems: 'flex-start', gap: '0.75rem', paddingBlock: '0.5rem 1rem' }} ref={restoreFocusToMain}>
      <p role="alert" className="field-problem">
        {message}
      </p>
      <Button variant="outlined" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Stack>
  )
}
