import { clsx } from 'clsx'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

type DateInputProps = Omit<TextInputProps, 'type' | 'min' | 'max'> & { min?: CivilDate; max?: CivilDate }

/** A civil date. The value is `YYYY-MM-DD` or empty, never a Date; the browser shows it in the person's format. */
export function DateInput({ className, ...rest }: DateInputProps) {
  return <TextInput {...rest} type="date" className={clsx('tnum', className)} />
}
