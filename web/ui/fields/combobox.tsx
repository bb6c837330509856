import { Autocomplete } from '@base-ui/react/autocomplete'
import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { useRef, useState, type KeyboardEventHandler, type ReactNode, type Ref } from 'react'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { useRequiredProps } from './field.tsx'
import { inputClass } from './input-class.ts'
import { OptionText } from './option-text.tsx'
import type { Option } from './option.ts'
import { ExposedFocusGuards } from '#web/ui/overlays/exposed-focus-guards.tsx'
import { popupAsWideAsAnchor, popupFrame, popupItem, popupLandmark, popupList } from '#web/ui/overlays/popup-class.ts'
import { useEscapeKeepsValue, type LibraryKeyEvent } from './use-escape-keeps-value.ts'

type Failure = { message: string; onRetry: () => void; busy: boolean }

type ComboboxProps<Item extends Option> = {
  /** What stands in the box; free text is allowed. */
  value: string
  onChange: (text: string) => void
  /** A suggestion was taken; `value` becomes its label by `onChange` as well. */
  onPick?: (item: Item) => void
  onBlur?: () => void
  items: readonly Item[]
  /** What stands in the box when an item was taken; its label unless told. */
  textOf?: (item: Item) => string
  /** The items are the server's answer to `value`: shown as they are. Otherwise they are filtered here. */
  filtered?: boolean
  /** The items for `value` are loading: nothing can be chosen, because those shown may belong to earlier text. */
  loading?: boolean
  /** The items for `value` failed to load: nothing can be chosen, and the box offers a retry. */
  failure?: Failure | undefined
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

type Group<Item> = { value: string; items: Item[] }

const isGrouped = (items: readonly Option[]): boolean => items.some((item) => item.group !== undefined)

/** Neighbours of the same group, in their order. */
function groupsOf<Item extends Option>(items: readonly Item[]): Group<Item>[] {
  const groups: Group<Item>[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.items[0]!.group === item.group) last.items.push(item)
    else groups.push({ value: item.group ?? '', items: [item] })
  }
  return groups
}

/** Half a name is no mistake yet: whoever is still typing the first time is left alone. */
function useMarkOnceLeft(value: string, unmatched: boolean) {
  const [wasLeft, setWasLeft] = useState(value !== '')
  return { mark: unmatched && wasLeft, leave: () => value !== '' && setWasLeft(true) }
}

/**
 * While items are loading, Enter would close the empty list or submit the surrounding form. This handler prevents both,
 * so that a second press chooses from the loaded items.
 */
function ignoreEnter(event: LibraryKeyEvent) {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
  if (event.key !== 'Enter' || !isOpen) return
  event.preventDefault()
  event.preventBaseUIHandler?.()
}

/** Controls whether the list is open. A failure closes it and takes its place; the retry opens it again. */
function useListOpen(failure: Failure | undefined) {
  const [isWanted, setIsWanted] = useState(false)
  const { onOpenChange, onKeyDown } = useEscapeKeepsValue()
  const box = useRef<HTMLSpanElement>(null)
  const change = (isOpen: boolean) => {
    setIsWanted(isOpen)
    onOpenChange(isOpen)
  }
  const retry = () => {
    failure?.onRetry()
    change(true)
    box.current?.querySelector('input')?.focus()
  }
  return { box, isOpen: isWanted && !failure, change, onKeyDown, retry }
}

const nothing: never[] = []

/** A text with suggestions: a client's name at the till. Arrows and Enter choose. */
export function Combobox<Item extends Option>({
  value,
  onChange,
  onPick,
  items,
  filtered = false,
  loading = false,
  failure,
  emptyText,
  unmatched = false,
  textOf,
  ...input
}: ComboboxProps<Item>) {
  const list = useListOpen(failure)
  const shown: readonly Item[] = loading || failure ? nothing : items
  return (
    <Autocomplete.Root
      // Typed for one of the two kinds at a time, by overloads.
      items={(isGrouped(shown) ? groupsOf(shown) : shown) as readonly Item[]}
      filter={filtered ? null : undefined}
      value={value}
      onValueChange={(text) => onChange(text)}
      itemToStringValue={(item: Item) => textOf?.(item) ?? item.label}
      disabled={input.disabled}
      name={input.name}
      open={list.isOpen}
      onOpenChange={(isOpen) => list.change(isOpen)}
      openOnInputClick
      autoHighlight
    >
      <span ref={list.box} className="relative block">
        <TextBox
          {...input}
          value={value}
          loading={loading}
          unmatched={unmatched}
          onKeyDown={(event) => {
            list.onKeyDown(event)
            if (loading) ignoreEnter(event)
          }}
        />
      </span>
      {failure && <ErrorPanel message={failure.message} onRetry={list.retry} busy={failure.busy} className="mt-2" />}
      <Suggestions loading={loading} emptyText={emptyText} onPick={onPick} grouped={isGrouped(shown)} />
    </Autocomplete.Root>
  )
}

type TextBoxProps = Omit<
  ComboboxProps<Option>,
  'onChange' | 'onPick' | 'items' | 'filtered' | 'failure' | 'emptyText' | 'textOf'
> & {
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
}

function TextBox({ value, loading, unmatched = false, onBlur, ...input }: TextBoxProps) {
  const { mark, leave } = useMarkOnceLeft(value, unmatched)
  return (
    <>
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
    </>
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

type SuggestionsProps<Item extends Option> = Pick<ComboboxProps<Item>, 'loading' | 'emptyText' | 'onPick'> & {
  grouped: boolean
}

function Suggestions<Item extends Option>({ loading, emptyText, onPick, grouped }: SuggestionsProps<Item>) {
  const suggestion = (item: Item) => <Suggestion key={item.value} item={item} onPick={onPick} />
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner {...popupLandmark} sideOffset={6} className="z-50">
        <Autocomplete.Popup className={clsx(popupFrame, popupAsWideAsAnchor)} aria-busy={loading || undefined}>
          <Autocomplete.Empty className="px-4.5 py-4 text-sm text-ink-2 empty:hidden">
            {loading ? uiMessages.loading : (emptyText ?? uiMessages.noMatches)}
          </Autocomplete.Empty>
          <Autocomplete.List className={popupList}>
            {grouped
              ? (group: Group<Item>) => <SuggestionGroup key={group.value} group={group} suggestion={suggestion} />
              : suggestion}
          </Autocomplete.List>
          <ExposedFocusGuards />
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}

type GroupProps<Item> = { group: Group<Item>; suggestion: (item: Item) => ReactNode }

function SuggestionGroup<Item extends Option>({ group, suggestion }: GroupProps<Item>) {
  return (
    <Autocomplete.Group items={group.items}>
      {group.value !== '' && (
        <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-bold text-ink-2">
          {group.value}
        </Autocomplete.GroupLabel>
      )}
      <Autocomplete.Collection>{suggestion}</Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

function Suggestion<Item extends Option>({ item, onPick }: { item: Item } & Pick<ComboboxProps<Item>, 'onPick'>) {
  return (
    <Autocomplete.Item value={item} disabled={item.disabled} onClick={() => onPick?.(item)} className={popupItem}>
      <OptionText option={item} />
    </Autocomplete.Item>
  )
}
