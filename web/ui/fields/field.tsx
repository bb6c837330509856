import { Field as BaseField } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useMemo, type ReactNode, createContext, use } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'

/** The data that a `Field` has for its control, and that the component library does not pass on. */
const FieldContext = createContext<{ required: boolean }>({ required: false })

/** `aria-required` for the control of a required field, without the browser's validation bubble. */
export function useRequiredProps(): { 'aria-required'?: true } {
  return use(FieldContext).required ? { 'aria-required': true } : {}
}

type FieldProps = {
  label: ReactNode
  /** True: the label is only for assistive technology (a search box, a table cell). */
  labelHidden?: boolean
  required?: boolean
  hint?: ReactNode
  /** One or several error messages. With react-hook-form: `error={errors.name?.message}`. */
  error?: string | readonly string[] | undefined
  /**
   * True when the control is a group or a button (`RadioGroup`, `SegmentedControl`, `Select`, `MultiSelect`,
   * `UploadField`).
   */
  group?: boolean
  disabled?: boolean
  className?: string
  /** The control that the field labels: one form control of `web/ui`. */
  children: ReactNode
}

/**
 * Label, control, hint and error. The label names the control, hint and error describe it, and an error sets
 * `aria-invalid`.
 */
export function Field({
  label,
  labelHidden,
  required = false,
  hint,
  error,
  group,
  disabled,
  className,
  children,
}: FieldProps) {
  const errors = typeof error === 'string' ? (error ? [error] : []) : (error ?? [])
  const context = useMemo(() => ({ required }), [required])
  return (
    <BaseField.Root invalid={errors.length > 0} disabled={disabled} className={clsx('min-w-0', className)}>
      <BaseField.Label
        nativeLabel={!group}
        render={group ? <span /> : undefined}
        className={clsx(labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink')}
      >
        {label}
        {required && <RequiredMark />}
      </BaseField.Label>
      <FieldContext value={context}>{children}</FieldContext>
      {hint && <BaseField.Description className="mt-1.5 text-sm text-ink-2">{hint}</BaseField.Description>}
      {errors.length > 0 && (
        <BaseField.Error match render={<div />} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span>
            {errors.map((sentence) => (
              <span key={sentence} className="block">
                {sentence}
              </span>
            ))}
          </span>
        </BaseField.Error>
      )}
    </BaseField.Root>
  )
}

/** The asterisk of a required field; screen readers get `aria-required` of the control instead. */
function RequiredMark() {
  return (
    <span className="text-danger" title={uiMessages.required} aria-hidden="true">
      {' *'}
    </span>
  )
}
