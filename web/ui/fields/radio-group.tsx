import { Field } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import type { Ref, ReactNode } from 'react'
import { useRequiredProps } from './field.tsx'
import type { Option } from './option.tsx'

type RadioGroupProps<Value extends string | number> = {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  disabled?: boolean
  name?: string
  /** The accessible name, only for use outside of a `Field`. */
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
        // Each radio has a separate Field, because otherwise the surrounding Field would give its label to every radio.
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

type SegmentedControlProps<Value extends string | number> = Omit<RadioGroupProps<Value>, 'options'> & {
  options: readonly (Option<Value> & { icon?: ReactNode })[]
  /** True for equally wide segments that together fill the width. */
  block?: boolean
}

/** Two to five options side by side: Month, Week, Day; Yes, No. A radio group for assistive technology. */
export function SegmentedControl<Value extends string | number>({
  options,
  onChange,
  block = false,
  className,
  ...rest
}: SegmentedControlProps<Value>) {
  return (
    <BaseRadioGroup<Value | null>
      {...rest}
      onValueChange={(next) => next !== null && onChange(next)}
      className={clsx(
        'max-w-full gap-0.5 overflow-x-auto rounded-[0.8125rem] border border-line bg-surface-2 p-[0.1875rem] scrollbar-none',
        block ? 'flex' : 'inline-flex',
        className,
      )}
    >
      {options.map((option) => (
        // Each segment has a separate Field, because otherwise the surrounding Field would give its label to every
        // segment.
        <Field.Root key={option.value} className="contents">
          <Radio.Root
            value={option.value}
            disabled={option.disabled}
            nativeButton
            render={<button type="button" />}
            className={clsx(
              'inline-flex min-h-touch shrink-0 touch-manipulation items-center justify-center gap-2 rounded-ctl text-ctl font-semibold whitespace-nowrap transition-colors sm:px-4',
              'text-ink-2 hover:text-ink data-checked:bg-surface data-checked:text-ink data-checked:shadow-2 data-disabled:text-ink-3',
              // The smaller padding lets five segments with a short word each fit on a phone.
              block ? 'flex-1 px-1.5' : 'px-3',
            )}
          >
            {option.icon}
            {option.label}
          </Radio.Root>
        </Field.Root>
      ))}
    </BaseRadioGroup>
  )
}
