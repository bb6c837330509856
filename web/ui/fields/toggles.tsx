import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'

type CheckboxProps = {
  label: ReactNode
  /** Content at the right end of the checkbox's line, such as a price. */
  aside?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** True for a checkbox of several items of which only some are selected. */
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

type SwitchProps = {
  label: ReactNode
  detail?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
  ref?: Ref<HTMLElement>
  className?: string
}

/** An immediate on/off switch whose whole line is clickable. */
export function Switch({ label, detail, checked, onChange, className, ...rest }: SwitchProps) {
  const detailId = useId()
  return (
    <div className={className}>
      <Field.Root className="contents">
        <label
          className={clsx(
            'flex min-h-touch items-center gap-3 py-1.5',
            rest.disabled ? 'cursor-not-allowed' : 'cursor-pointer',
          )}
        >
          <span className={clsx('min-w-0 flex-1 font-semibold', rest.disabled ? 'text-ink-3' : 'text-ink')}>
            {label}
          </span>
          <BaseSwitch.Root
            {...rest}
            checked={checked}
            onCheckedChange={(next) => onChange(next)}
            aria-describedby={detail ? detailId : undefined}
            className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-surface-3 transition-colors data-checked:border-primary data-checked:bg-primary data-disabled:border-line data-disabled:bg-surface-2"
          >
            <BaseSwitch.Thumb className="absolute top-0.5 left-0.5 size-5.5 rounded-full bg-line-strong transition-[translate,background-color] data-checked:translate-x-5 data-checked:bg-on-primary data-disabled:bg-surface-3" />
          </BaseSwitch.Root>
        </label>
      </Field.Root>
      {detail && (
        <p id={detailId} className="-mt-1 pr-16 text-sm text-ink-2">
          {detail}
        </p>
      )}
    </div>
  )
}
