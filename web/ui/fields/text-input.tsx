import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { useRequiredProps } from './field.tsx'
import { inputClass, type InputSize } from './input-class.ts'

export type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: InputSize }

/** A single-line native input: spread `{...register('name')}` or use `value` and `onChange`. */
export function TextInput({ size, className, type = 'text', ...rest }: TextInputProps) {
  return <Field.Control {...useRequiredProps()} {...rest} type={type} className={inputClass(size, className)} />
}
