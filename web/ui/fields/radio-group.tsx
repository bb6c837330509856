import { Field } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import type { Ref } from 'react'
import { useRequiredProps } from './field.tsx'
import type { Option } from './option.ts'

export type RadioGroupProps<Value extends string | number> = {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  disabled?: boolean
  name?: string
  /** Only outside of a `Field`. */
  'aria-label'?: string
  ref?: Ref<HTMLDivElement>
  className?: string
}

/** A few options, all visible in a column. Used in a `Field` with `group`. */
export function RadioGroup<Value extends string | number>({
  options,
  onChange,
  className,
  ...rest
}: RadioGroupProps<Value>) {
  return (
    <BaseRadioGroup<Value | null>
      {...useRequiredProps()}
      {...rest}
      onValueChange={(next) => next !== null && onChange(next)}
      className={clsx('flex flex-col', className)}
    >
      {options.map((option) => (
        // A separate scope: inside a Field every radio would get the group's label.
        <Field.Root key={option.value} className="contents">
          <label
            className={clsx(
              'flex min-h-touch items-center gap-3 py-1.5',
              rest.disabled || option.disabled ? 'cursor-not-allowed text-ink-3' : 'cursor-pointer',
            )}
          >
            <Radio.Root
              value={option.value}
              disabled={option.disabled}
              className="grid size-6 shrink-0 place-items-center rounded-full border-[1.5px] border-line-strong bg-surface transition-colors data-checked:border-primary data-disabled:border-line"
            >
              <Radio.Indicator className="size-3 rounded-full bg-primary data-disabled:bg-ink-3" />
            </Radio.Root>
            <span className="min-w-0 flex-1">
              {option.label}
              {option.detail && <span className="block text-sm text-ink-2">{option.detail}</span>}
            </span>
          </label>
        </Field.Root>
      ))}
    </BaseRadioGroup>
  )
}
