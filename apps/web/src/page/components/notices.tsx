import Snackbar from '@mui/material/Snackbar'
import { type ReactNode, createContext, useCallback, useContext, useState } from 'react'

const NoticeContext = createContext<(text: string) => void>(() => {})

/** Shows a short notice at the bottom of the page. */
export function useNotice(): (text: string) => void {
  return useContext(NoticeContext)
}

/** The region of short notices, which are shown one at a time and read out by screen readers. */
export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState({ text: '', number: 0 })
  const notify = useCallback((text: string) => setNotice(({ number }) => ({ text, number: number + 1 })), [])
  return (
    <NoticeContext value={notify}>
      {children}
      <Snackbar
        key={notice.number}
        open={notice.text !== ''}
        autoHideDuration={6_000}
        onClose={(_, reason) => reason !== 'clickaway' && setNotice(({ number }) => ({ text: '', number }))}
        message={notice.text}
        className="notice"
      />
    </NoticeContext>
  )
}
