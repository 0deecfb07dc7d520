/** A bar that is filled up to a fraction from 0 to 1, or moves if there is none. */
export function ProgressBar({ label, fraction }: { label: string; fraction: number | undefined }) {
  return (
    <div
      role="progressbar"
      className="progress"
      aria-label={label}
      {...(fraction !== undefined && { 'aria-valuenow': Math.round(fraction * 100) })}
    >
      <span {...(fraction !== undefined && { style: { width: `${fraction * 100}%` } })} />
    </div>
  )
}
