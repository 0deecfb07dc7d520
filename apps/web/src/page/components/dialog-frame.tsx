import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../api/client.ts'
import { t } from '../language/text.ts'

interface DialogFrameProps {
  /** The id of the title. */
  id: string
  title: string
  maxWidth?: 'xs' | 'sm' | 'md'
  /** Whether the content is a column of fields. */
  hasFields?: boolean
  /** Whether the content can be scrolled by keyboard. For content without anything that gets the focus. */
  isFocusable?: boolean
  onClose: () => void
  /** Makes the dialog a form. */
  onSubmit?: (event: FormEvent) => void
  /** Stands before the buttons. */
  extra?: ReactNode
  /** The buttons. Defaults to one that closes. */
  actions?: ReactNode
  children: ReactNode
}

/** A dialog: its title, content and buttons. */
export function DialogFrame({ id, title, maxWidth = 'sm', hasFields, isFocusable, ...props }: DialogFrameProps) {
  const { onClose, onSubmit, extra, actions = <Button onClick={onClose}>{t('Close')}</Button>, children } = props
  const parts = (
    <>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent
        {...(isFocusable && { tabIndex: 0 })}
        {...(hasFields && { sx: { display: 'grid', gap: '1.25rem', paddingTop: '0.5rem !important' } })}
      >
        {children}
      </DialogContent>
      <DialogActions>
        {extra}
        {actions}
      </DialogActions>
    </>
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth={maxWidth}>
      {onSubmit ? <form onSubmit={onSubmit}>{parts}</form> : parts}
    </Dialog>
  )
}

interface FormDialogProps extends Omit<DialogFrameProps, 'hasFields' | 'actions' | 'isFocusable'> {
  onSubmit: (event: FormEvent) => void
  /** The words of the button that submits. */
  submit?: string
  canSubmit?: boolean
}

/** A dialog with fields, which are submitted or left as they were. */
export function FormDialog({ submit = t('Save'), canSubmit = true, onClose, ...frame }: FormDialogProps) {
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button type="submit" variant="contained" disabled={!canSubmit}>
        {submit}
      </Button>
    </>
  )
  return <DialogFrame {...frame} hasFields onClose={onClose} actions={actions} />
}

/** Saves what a form has, and then closes it. `problem` is why the last attempt failed. */
export function useSaving(save: () => Promise<unknown>, onClose: () => void) {
  const [problem, setProblem] = useState<string>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    try {
      await save()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return { problem, setProblem, onSubmit: (event: FormEvent) => void submit(event) }
}
