import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { type ReactNode, createContext, useCallback, useContext, useState } from 'react'

/** What can be done about a notice. */
interface NoticeAction {
  label: string
  onClick: () => void
}

type Notify = (text: string, action?: NoticeAction) => void

const NoticeContext = createContext<Notify>(() => {})

/** Shows a short notice at the bottom of the page. */
export function useNotice(): Notify {
  return useContext(NoticeContext)
}

interface Notice {
  text: string
  action?: NoticeAction | undefined
  number: number
}

/** The region of short notices, which are shown one at a time and read out by screen readers. */
export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice>({ text: '', number: 0 })
  const notify = useCallback<Notify>(
    (text, action) => setNotice(({ number }) => ({ text, action, number: number + 1 })),
    [],
  )
  const close = () => setNotice(({ number }) => ({ text: '', number }))
  const { action } = notice
  return (
    <NoticeContext value={notify}>
      {children}
      <Snackbar
        key={notice.number}
        open={notice.text !== ''}
        // Long enough to reach an action by keyboard; it also stays while it has the focus.
        autoHideDuration={action ? 15_000 : 6_000}
        onClose={(_, reason) => reason !== 'clickaway' && close()}
        message={notice.text}
        action={
          action && (
            <Button size="small" color="inherit" onClick={() => (close(), action.onClick())}>
              {action.label}
            </Button>
          )
        }
        className="notice"
      />
    </NoticeContext>
  )
}
