import { locale } from '#shared/lib/language.ts'
import { NumberField } from '@base-ui/react/number-field'
import { clsx } from 'clsx'
import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { useRequiredProps } from './field.tsx'
import { focusInside, inputFrame, type InputSize } from './input-class.ts'

type NumberInputProps = {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  min?: number
  max?: number
  step?: number
  name?: string
  disabled?: boolean
  size?: InputSize
  placeholder?: string
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
  className?: string
}

const stepButton =
  'grid w-11 shrink-0 place-items-center text-ink-2 transition-colors hover:bg-surface-2 hover:text-ink data-disabled:text-ink-3 data-disabled:hover:bg-transparent'

/** A number with minus and plus. Arrow keys step too; on blur the value is limited to min and max. */
export function NumberInput({
  value,
  onChange,
  size = 'md',
  className,
  ref,
  onBlur,
  placeholder,
  ...rest
}: NumberInputProps) {
  const { 'aria-label': label, ...root } = rest
  return (
    <NumberField.Root
      {...root}
      value={value}
      onValueChange={(next) => onChange(next)}
      locale={locale}
      className={className}
    >
      <NumberField.Group
        className={clsx(inputFrame, focusInside, 'flex overflow-hidden', size === 'md' ? 'h-field' : 'h-touch')}
      >
        <NumberField.Decrement aria-label={uiMessages.less} className={clsx(stepButton, 'border-r border-line')}>
          <Minus size={18} aria-hidden="true" />
        </NumberField.Decrement>
        <NumberField.Input
          aria-roledescription={uiMessages.numberField}
          {...useRequiredProps()}
          ref={ref}
          aria-label={label}
          onBlur={onBlur}
          placeholder={placeholder}
          className="tnum w-full min-w-10 bg-transparent px-2 text-center text-base font-semibold outline-none data-disabled:text-ink-2"
        />
        <NumberField.Increment aria-label={uiMessages.more} className={clsx(stepButton, 'border-l border-line')}>
          <Plus size={18} aria-hidden="true" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  )
}
