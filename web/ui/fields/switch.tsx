import { Field } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { clsx } from 'clsx'
import { useId, type ReactNode, type Ref } from 'react'

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
