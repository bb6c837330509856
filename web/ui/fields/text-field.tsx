import { clsx } from 'clsx'
import { Check, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { inputClass } from './input-class.ts'

type TextFieldProps = ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode; error?: string | undefined }

/**
 * A label, text input, hint and error without the component library, for prerendered pages that must be small. Looks
 * like `Field` with `TextInput` (or `PasswordInput`). Spread `{...register('name')}`; `required` sets `aria-required`
 * without the browser's validation bubble.
 */
export function TextField({ label, hint, error, required, className, type = 'text', ...input }: TextFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const isPassword = type === 'password'
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = (
    <input
      {...input}
      id={id}
      type={isPassword && shown ? 'text' : type}
      aria-required={required || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
      className={inputClass('md', isPassword ? 'pr-12' : undefined)}
    />
  )
  return (
    <div className={clsx('min-w-0', className)}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink">
        {label}
        {required && (
          <span className="text-danger" title={uiMessages.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {isPassword ? <Revealable control={control} shown={shown} onToggle={() => setShown(!shown)} /> : control}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-2">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

type RevealableProps = { control: ReactNode; shown: boolean; onToggle: () => void }

const Revealable = ({ control, shown, onToggle }: RevealableProps) => (
  <span className="relative block">
    {control}
    <button
      type="button"
      aria-label={shown ? uiMessages.hidePassword : uiMessages.showPassword}
      onClick={onToggle}
      className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-ctl text-ink-3 hover:text-ink"
    >
      {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
    </button>
  </span>
)

const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
    <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
    <span>{children}</span>
  </p>
)

type TickFieldProps = ComponentProps<'input'> & { label: ReactNode; error?: string | undefined }

/** A checkbox with label and error that looks like `Checkbox`. */
export function TickField({ label, error, required, className, ...input }: TickFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex min-h-touch cursor-pointer items-center gap-3 py-1.5">
        <span className="relative grid size-6 shrink-0">
          <input
            {...input}
            type="checkbox"
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="peer size-6 cursor-pointer appearance-none rounded-sm border-[1.5px] border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary aria-invalid:border-danger"
          />
          <Check
            size={17}
            strokeWidth={3}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 m-auto hidden text-on-primary peer-checked:block"
          />
        </span>
        <span className="min-w-0 flex-1">{label}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
