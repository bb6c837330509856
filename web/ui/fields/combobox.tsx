import { Autocomplete } from '@base-ui/react/autocomplete'
import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { useRef, useState, type KeyboardEventHandler, type ReactNode, type Ref } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { useRequiredProps } from './field.tsx'
import { inputClass } from './input-class.ts'
import { groupsOf, OptionText, type Option, type Group } from './option.tsx'
import {
  ExposedFocusGuards,
  useKeepValueOnEscape,
  type LibraryKeyEvent,
} from '#web/ui/overlays/popup-accessibility.tsx'
import { popupAsWideAsAnchor, popupFrame, popupItem, popupLandmark, popupList } from '#web/ui/overlays/overlay-class.ts'

type Failure = { message: string; onRetry: () => void; busy: boolean }

type ComboboxProps<Item extends Option> = {
  /** The text in the box; free text is allowed. */
  value: string
  onChange: (text: string) => void
  /** Called when a suggestion is chosen; `onChange` also receives its label. */
  onPick?: (item: Item) => void
  onBlur?: () => void
  items: readonly Item[]
  /** The text for a chosen item; its label by default. */
  textOf?: (item: Item) => string
  /** True: the items are the server's results for `value` and shown unfiltered. Otherwise they are filtered here. */
  filtered?: boolean
  /**
   * True while items for `value` are loading: nothing can be chosen, because the displayed ones may belong to earlier
   * text.
   */
  loading?: boolean
  /** Loading the items failed: nothing can be chosen, and the box offers a retry. */
  failure?: Failure | undefined
  /** The text that the list shows when no item matches. */
  emptyText?: string
  /** True when the text matches nobody: a red border without a message, after the first blur. */
  unmatched?: boolean
  placeholder?: string
  disabled?: boolean
  name?: string
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

const isGrouped = (items: readonly Option[]): boolean => items.some((item) => item.group !== undefined)

/** Marks unmatched text only once the box has lost the focus, so that a partly typed name is not marked. */
function useMarkOnceLeft(value: string, unmatched: boolean) {
  const [wasLeft, setWasLeft] = useState(value !== '')
  return { mark: unmatched && wasLeft, leave: () => value !== '' && setWasLeft(true) }
}

/**
 * While items load, Enter would close the empty list or submit the form. This prevents both, so that a second press
 * chooses a loaded item.
 */
function ignoreEnter(event: LibraryKeyEvent) {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
  if (event.key !== 'Enter' || !isOpen) return
  event.preventDefault()
  event.preventBaseUIHandler?.()
}

/** Whether the suggestion list is open. A failure is shown instead of the list; a retry opens the list again. */
function useListOpen(failure: Failure | undefined) {
  const [isWanted, setIsWanted] = useState(false)
  const { onOpenChange, onKeyDown } = useKeepValueOnEscape()
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

/** A text box with suggestions, such as a client's name at the till. Arrows and Enter choose. */
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
      // The library's types accept either grouped or ungrouped items, but not a union of both.
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
