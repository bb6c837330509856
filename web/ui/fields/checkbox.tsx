import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

type CheckboxProps = {
  label: ReactNode
  /** At the right end of the line, such as a price. */
  aside?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** True when only some of its items are selected. */
  indeterminate?: boolean
  disabled?: boolean
  name?: string
  required?: boolean
  invalid?: boolean
  /** The id of a describing element, such as an error. */
  describedBy?: string | undefined
  ref?: Ref<HTMLElement>
  className?: string
}

/** A checkbox whose whole line is clickable. */
export function Checkbox({
  label,
  aside,
  checked,
  onChange,
  className,
  indeterminate,
  invalid,
  describedBy,
  ...rest
}: CheckboxProps) {
  return (
    <Field.Root invalid={invalid} className="contents">
      <label
        className={clsx(
          'flex min-h-touch items-center gap-3 py-1.5',
          rest.disabled ? 'cursor-not-allowed text-ink-3' : 'cursor-pointer',
          className,
        )}
      >
        <BaseCheckbox.Root
          {...rest}
          checked={checked}
          indeterminate={indeterminate}
          aria-describedby={describedBy}
          onCheckedChange={(next) => onChange(next)}
          className="grid size-6 shrink-0 place-items-center rounded-sm border-[1.5px] border-line-strong bg-surface transition-colors data-checked:border-primary data-checked:bg-primary data-disabled:border-line data-disabled:bg-surface-3 data-indeterminate:border-primary data-indeterminate:bg-primary data-invalid:border-danger"
        >
          <Mark indeterminate={indeterminate} disabled={rest.disabled} />
        </BaseCheckbox.Root>
        <span className="min-w-0 flex-1">{label}</span>
        {aside && <span className="tnum shrink-0 font-semibold">{aside}</span>}
      </label>
    </Field.Root>
  )
}

const Mark = ({ indeterminate, disabled }: Pick<CheckboxProps, 'indeterminate' | 'disabled'>) => (
  <BaseCheckbox.Indicator className={clsx(disabled ? 'text-ink-3' : 'text-on-primary')}>
    {indeterminate ? (
      <Minus size={17} strokeWidth={3} aria-hidden="true" />
    ) : (
      <Check size={17} strokeWidth={3} aria-hidden="true" />
    )}
  </BaseCheckbox.Indicator>
)
