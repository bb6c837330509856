import { Select as BaseSelect } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { useRequiredProps } from './field.tsx'
import { inputClass, type InputSize } from './input-class.ts'
import { groupsOf, OptionText, type Option } from './option.tsx'
import { ExposedFocusGuards } from '#web/ui/overlays/popup-accessibility.tsx'
import { popupAsWideAsAnchor, popupFrame, popupItem, popupLandmark, popupList } from '#web/ui/overlays/overlay-class.ts'

type SelectProps<Value extends string | number> = {
  options: readonly Option<Value>[]
  /** The chosen value; null until something is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  /** Shown while nothing is chosen; also "Loading..." or "Select treatment first". */
  placeholder?: string
  disabled?: boolean
  name?: string
  size?: InputSize
  /** The element to focus after a choice instead of the select, such as a field that the choice made required. */
  focusNext?: () => HTMLElement | null
  /** The accessible name, only for use outside of a `Field`. */
  'aria-label'?: string
  ref?: Ref<HTMLButtonElement>
  className?: string
}

/** A choice from a short list. Typing jumps to an option. For long or changing lists use `Combobox`. */
export function Select<Value extends string | number>({
  options,
  value,
  onChange,
  placeholder = uiMessages.choose,
  disabled,
  name,
  size,
  className,
  focusNext,
  ...trigger
}: SelectProps<Value>) {
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      name={name}
      modal={false}
    >
      <BaseSelect.Trigger
        {...useRequiredProps()}
        {...trigger}
        className={clsx(inputClass(size), 'flex items-center gap-2 text-left select-none', className)}
      >
        <BaseSelect.Value placeholder={placeholder} className="min-w-0 flex-1 truncate data-placeholder:text-ink-3" />
        <BaseSelect.Icon className="shrink-0 text-ink-3">
          <ChevronDown size={18} aria-hidden="true" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <Choices options={options} focusNext={focusNext} />
    </BaseSelect.Root>
  )
}

type AnyOption = Option<string | number>

const Choice = ({ option }: { option: AnyOption }) => (
  <BaseSelect.Item value={option.value} disabled={option.disabled} className={popupItem}>
    <BaseSelect.ItemText className="flex min-w-0 flex-1">
      <OptionText option={option} />
    </BaseSelect.ItemText>
    <BaseSelect.ItemIndicator className="text-primary">
      <Check size={18} aria-hidden="true" />
    </BaseSelect.ItemIndicator>
  </BaseSelect.Item>
)

type ChoicesProps = Pick<SelectProps<string | number>, 'options' | 'focusNext'>

function Choices({ options, focusNext }: ChoicesProps) {
  return (
    <BaseSelect.Portal>
      <BaseSelect.Positioner {...popupLandmark} sideOffset={6} alignItemWithTrigger={false} className="z-50">
        <BaseSelect.Popup finalFocus={() => focusNext?.() ?? true} className={clsx(popupFrame, popupAsWideAsAnchor)}>
          <BaseSelect.List className={popupList}>
            {groupsOf(options).map(({ value: heading, items }) => (
              <BaseSelect.Group key={heading}>
                {heading !== '' && (
                  <BaseSelect.GroupLabel className="px-3 pt-2 pb-1 text-xs font-bold text-ink-2">
                    {heading}
                  </BaseSelect.GroupLabel>
                )}
                {items.map((option) => (
                  <Choice key={option.value} option={option} />
                ))}
              </BaseSelect.Group>
            ))}
          </BaseSelect.List>
          <ExposedFocusGuards />
        </BaseSelect.Popup>
      </BaseSelect.Positioner>
    </BaseSelect.Portal>
  )
}
