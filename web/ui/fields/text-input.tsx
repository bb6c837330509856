import { Field } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { useRequiredProps } from './field.tsx'
import { inputClass, inputFrame, type InputSize } from './input-class.ts'

export type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: InputSize }

/** A single-line native input: spread `{...register('name')}` or use `value` and `onChange`. */
export function TextInput({ size, className, type = 'text', ...rest }: TextInputProps) {
  return <Field.Control {...useRequiredProps()} {...rest} type={type} className={inputClass(size, className)} />
}

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

/** A password with a show button. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <TextInput {...rest} type={shown ? 'text' : 'password'} className={clsx('pr-12', className)} />
      <button
        type="button"
        aria-label={shown ? uiMessages.hidePassword : uiMessages.showPassword}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-ctl text-ink-3 hover:text-ink"
      >
        {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
      </button>
    </span>
  )
}
