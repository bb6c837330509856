import { Field } from '@base-ui/react/field'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useRequiredProps } from './field.tsx'
import { inputFrame } from './input-class.ts'

/** A native textarea that grows with its text. */
export function Textarea({ rows = 3, className, ref, ...rest }: ComponentProps<'textarea'>) {
  return (
    <Field.Control
      {...useRequiredProps()}
      render={<textarea {...rest} ref={ref} rows={rows} />}
      value={rest.value}
      defaultValue={rest.defaultValue}
      disabled={rest.disabled}
      name={rest.name}
      id={rest.id}
      className={clsx(inputFrame, 'field-sizing-content min-h-24 px-3.5 py-3', className)}
    />
  )
}
