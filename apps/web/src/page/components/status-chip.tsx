import Chip from '@mui/material/Chip'
import { memo } from 'react'

export type StatusColour = 'primary' | 'secondary' | 'tertiary' | 'error'

/** A status in words, in the container colours of a role; grey if no colour is given. */
export const StatusChip = memo(function StatusChip({
  label,
  colour,
}: {
  label: string
  colour: StatusColour | undefined
}) {
  const backgroundColor = `var(--md-${colour ? `${colour}-container` : 'surface-container-highest'})`
  const color = `var(--md-on-${colour ? `${colour}-container` : 'surface-variant'})`
  return <Chip component="span" size="small" className="status-chip" label={label} sx={{ backgroundColor, color }} />
})
