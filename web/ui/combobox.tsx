import { Autocomplete } from '@base-ui/react/autocomplete'
import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { useState, type KeyboardEventHandler, type Ref } from 'react'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { useRequiredProps } from './field-context.ts'
import { inputClass } from './input-class.ts'
import { OptionText } from './option-text.tsx'
import type { Option } from './option.ts'
import { popupAsWideAsAnchor, popupFrame, popupItem, popupLandmark, popupList } from './popup-class.ts'
import { useEscapeKeepsValue } from './use-escape-keeps-value.ts'

type ComboboxProps<Item extends Option> = {
  /** What stands in the box; free text is allowed. */
  value: string
  onChange: (text: string) => void
  /** A suggestion was taken; `value` becomes its label by `onChange` as well. */
  onPick?: (item: Item) => void
  onBlur?: () => void
  items: readonly Item[]
  /** The items are the server's answer to `value`: shown as they are. Otherwise they are filtered here. */
  filtered?: boolean
  loading?: boolean
  /** When no item matches. */
  emptyText?: string
  /** The text is nobody we know: red border, without a sentence, once the box was left for the first time. */
  unmatched?: boolean
  placeholder?: string
  disabled?: boolean
  name?: string
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/** Half a name is no mistake yet: whoever is still typing the first time is left alone. */
function useMarkOnceLeft(value: string, unmatched: boolean) {
  const [wasLeft, setWasLeft] = useState(value !== '')
  return { mark: unmatched && wasLeft, leave: () => value !== '' && setWasLeft(true) }
}

/** A text with suggestions: a client's name at the till. Arrows and Enter choose. */
export function Combobox<Item extends Option>({
  value,
  onChange,
  onPick,
  items,
  filtered = false,
  loading = false,
  emptyText,
  unmatched = false,
  ...input
}: ComboboxProps<Item>) {
  const { onOpenChange, onKeyDown } = useEscapeKeepsValue()
  return (
    <Autocomplete.Root
      items={items}
      filter={filtered ? null : undefined}
      value={value}
      onValueChange={(text) => onChange(text)}
      itemToStringValue={(item: Item) => item.label}
      disabled={input.disabled}
      name={input.name}
      onOpenChange={onOpenChange}
      openOnInputClick
      autoHighlight
    >
      <TextBox {...input} value={value} loading={loading} unmatched={unmatched} onKeyDown={onKeyDown} />
      <Suggestions loading={loading} emptyText={emptyText} onPick={onPick} />
    </Autocomplete.Root>
  )
}

type TextBoxProps = Omit<ComboboxProps<Option>, 'onChange' | 'onPick' | 'items' | 'filtered' | 'emptyText'> & {
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
}

function TextBox({ value, loading, unmatched = false, onBlur, ...input }: TextBoxProps) {
  const { mark, leave } = useMarkOnceLeft(value, unmatched)
  return (
    <span className="relative block">
      <Autocomplete.Input
        {...useRequiredProps()}
        {...input}
        onBlur={() => {
          leave()
          onBlur?.()
        }}
        aria-invalid={mark || undefined}
        autoComplete="off"
        className={inputClass('md', loading ? 'pr-11' : undefined)}
      />
      {loading && <BoxSpinner />}
    </span>
  )
}

function BoxSpinner() {
  return (
    <LoaderCircle
      size={18}
      className="absolute top-3.75 right-3.5 animate-spin text-ink-3"
      aria-label={uiMessages.loading}
      role="img"
    />
  )
}

type SuggestionsProps<Item extends Option> = Pick<ComboboxProps<Item>, 'loading' | 'emptyText' | 'onPick'>

function Suggestions<Item extends Option>({ loading, emptyText, onPick }: SuggestionsProps<Item>) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner {...popupLandmark} sideOffset={6} className="z-50">
        <Autocomplete.Popup className={clsx(popupFrame, popupAsWideAsAnchor)} aria-busy={loading || undefined}>
          <Autocomplete.Empty className="px-4.5 py-4 text-sm text-ink-2 empty:hidden">
            {loading ? uiMessages.loading : (emptyText ?? uiMessages.noMatches)}
          </Autocomplete.Empty>
          <Autocomplete.List className={popupList}>
            {(item: Item) => (
              <Autocomplete.Item
                key={item.value}
                value={item}
                disabled={item.disabled}
                onClick={() => onPick?.(item)}
                className={popupItem}
              >
                <OptionText option={item} />
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}
