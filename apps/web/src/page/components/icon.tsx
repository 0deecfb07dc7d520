import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'

/** An icon. It is hidden from screen readers, because its meaning is always also shown as text. */
export function Icon({ path, ...props }: { path: string } & Omit<SvgIconProps, 'path'>) {
  return (
    <SvgIcon {...props} aria-hidden>
      <path d={path} />
    </SvgIcon>
  )
}
