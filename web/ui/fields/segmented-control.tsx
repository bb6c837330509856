import { Field } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Option } from './option.ts'
import type { RadioGroupProps } from './radio-group.tsx'

type SegmentedControlProps<Value extends string | number> = Omit<RadioGroupProps<Value>, 'options'> & {
  options: readonly (Option<Value> & { icon?: ReactNode })[]
  /** Equally wide segments over the full width. */
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
    <RadioGroup<Value | null>
      {...rest}
      onValueChange={(next) => next !== null && onChange(next)}
      className={clsx(
        'max-w-full gap-0.5 overflow-x-auto rounded-[0.8125rem] border border-line bg-surface-2 p-[0.1875rem] scrollbar-none',
        block ? 'flex' : 'inline-flex',
        className,
      )}
    >
      {options.map((option) => (
        // A separate scope: inside a Field every segment would get the group's label.
        <Field.Root key={option.value} className="contents">
          <Radio.Root
            value={option.value}
            disabled={option.disabled}
            nativeButton
            render={<button type="button" />}
            className={clsx(
              'inline-flex min-h-touch shrink-0 touch-manipulation items-center justify-center gap-2 rounded-ctl px-3 text-ctl font-semibold whitespace-nowrap transition-colors sm:px-4',
              'text-ink-2 hover:text-ink data-checked:bg-surface data-checked:text-ink data-checked:shadow-2 data-disabled:text-ink-3',
              block && 'flex-1',
            )}
          >
            {option.icon}
            {option.label}
          </Radio.Root>
        </Field.Root>
      ))}
    </RadioGroup>
  )
}
