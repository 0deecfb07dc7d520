import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'

/** An icon by its path; decoration only, since what it stands for is always said in words as well. */
export function Icon({ path, ...props }: { path: string } & Omit<SvgIconProps, 'path'>) {
  return (
    <SvgIcon {...props} aria-hidden>
      <path d={path} />
    </SvgIcon>
  )
}
