import { Combobox } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check, ChevronDown, X } from 'lucide-react'
import { useMemo, type KeyboardEventHandler, type Ref } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { useRequiredProps } from './field.tsx'
import { focusInside, inputFrame } from './input-class.ts'
import { OptionText, type Option } from './option.tsx'
import { ExposedFocusGuards, useKeepValueOnEscape } from '#web/ui/overlays/popup-accessibility.tsx'
import { popupAsWideAsAnchor, popupFrame, popupItem, popupLandmark, popupList } from '#web/ui/overlays/overlay-class.ts'

type MultiSelectProps<Value extends string | number> = {
  options: readonly Option<Value>[]
  value: readonly Value[]
  onChange: (values: Value[]) => void
  onBlur?: () => void
  /** Shown while nothing is chosen: "Select treatment first", "Loading services...". */
  placeholder?: string
  emptyText?: string
  disabled?: boolean
  name?: string
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/** A multiple choice as chips. Typing filters; Backspace removes the last chip. */
export function MultiSelect<Value extends string | number>(props: MultiSelectProps<Value>) {
  const { options, value, onChange, disabled, name, emptyText = uiMessages.noMatches } = props
  const { onOpenChange, onKeyDown } = useKeepValueOnEscape()
  const chosen = useMemo(() => options.filter((option) => value.includes(option.value)), [options, value])
  return (
    <Combobox.Root
      multiple
      items={options}
      value={chosen}
      onValueChange={(next: Option<Value>[]) => onChange(next.map((option) => option.value))}
      disabled={disabled}
      name={name}
      onOpenChange={onOpenChange}
      autoHighlight
    >
      <ChipsBox {...props} chosen={chosen} onKeyDown={onKeyDown} />
      <Choices emptyText={emptyText} />
    </Combobox.Root>
  )
}

type ChipsBoxProps<Value extends string | number> = MultiSelectProps<Value> & {
  chosen: Option<Value>[]
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
}

function ChipsBox<Value extends string | number>({ chosen, onKeyDown, ...props }: ChipsBoxProps<Value>) {
  return (
    <Combobox.InputGroup className={clsx(inputFrame, focusInside, 'flex min-h-field cursor-text items-stretch')}>
      <Combobox.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 p-1.5">
        {chosen.map((option) => (
          <Chip key={option.value} label={option.label} />
        ))}
        <Combobox.Input
          {...useRequiredProps()}
          ref={props.ref}
          onBlur={props.onBlur}
          aria-label={props['aria-label']}
          onKeyDown={onKeyDown}
          placeholder={chosen.length > 0 ? '' : (props.placeholder ?? uiMessages.choose)}
          className="h-9 min-w-8 flex-1 bg-transparent px-2 outline-none"
        />
      </Combobox.Chips>
      <Combobox.Trigger
        // The button has its own accessible name, because the field's label already names the input.
        aria-labelledby={undefined}
        aria-label={uiMessages.showChoices}
        className="grid w-11 shrink-0 place-items-center rounded-ctl text-ink-3 data-disabled:opacity-0"
      >
        <ChevronDown size={18} aria-hidden="true" />
      </Combobox.Trigger>
    </Combobox.InputGroup>
  )
}

function Chip({ label }: { label: string }) {
  return (
    <Combobox.Chip
      aria-label={label}
      className="flex max-w-full items-center rounded-full bg-primary-soft pl-3 text-sm font-semibold text-primary-ink data-highlighted:outline-2 data-highlighted:outline-primary"
    >
      <span className="truncate">{label}</span>
      <Combobox.ChipRemove
        aria-label={uiMessages.remove(label)}
        className="relative grid size-9 shrink-0 place-items-center rounded-full after:absolute after:-inset-1 hover:bg-surface"
      >
        <X size={15} aria-hidden="true" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  )
}

function Choices({ emptyText }: { emptyText: string }) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner {...popupLandmark} sideOffset={6} className="z-50">
        <Combobox.Popup className={clsx(popupFrame, popupAsWideAsAnchor)}>
          <Combobox.Empty className="px-4.5 py-4 text-sm text-ink-2 empty:hidden">{emptyText}</Combobox.Empty>
          <Combobox.List className={popupList}>
            {(option: Option<string | number>) => (
              <Combobox.Item key={option.value} value={option} disabled={option.disabled} className={popupItem}>
                <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-line-strong">
                  <Combobox.ItemIndicator className="grid size-5 place-items-center rounded-sm bg-primary text-on-primary">
                    <Check size={15} strokeWidth={3} aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </span>
                <OptionText option={option} />
              </Combobox.Item>
            )}
          </Combobox.List>
          <ExposedFocusGuards />
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
