import type { ChangeEvent, ReactNode } from 'react'

interface OutlinedFieldProps {
  id: string
  label: string
  className?: string
  children: ReactNode
}

/** A native control that looks like the text fields of the component library, whose code a first visit does not need. */
export function OutlinedField({ id, label, className = '', children }: OutlinedFieldProps) {
  return (
    <div className={`field ${className}`}>
      {children}
      <label htmlFor={id}>{label}</label>
      <fieldset aria-hidden>
        <legend>{label}</legend>
      </fieldset>
    </div>
  )
}

interface SelectFieldProps extends OutlinedFieldProps {
  value: string | number
  onChange: (value: string) => void
}

/** A native list of options, which are the children. */
export function SelectField({ id, label, className = '', value, onChange, children }: SelectFieldProps) {
  return (
    <OutlinedField id={id} label={label} className={`field-select ${className}`}>
      <select id={id} value={value} onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChange(target.value)}>
        {children}
      </select>
    </OutlinedField>
  )
}
