import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

type TextProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The maximum number of characters that the field accepts. */
  most: number
  hint?: string
  /** True for a field with several lines. */
  long?: boolean
  type?: 'url' | 'tel'
}

/** A text field that shows how many of the allowed characters are used. */
export function Text({ label, value, onChange, most, hint, long = false, type }: TextProps) {
  const control = {
    value,
    maxLength: most,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <Field
      label={
        <span className="flex justify-between gap-3">
          {label}
          <span aria-hidden="true" className="tnum text-xs font-normal text-ink-3">
            {s.count(value.length, most)}
          </span>
        </span>
      }
      hint={hint}
    >
      {long ? <Textarea {...control} /> : <TextInput {...control} type={type} autoComplete="off" />}
    </Field>
  )
}

/** How many seconds a removal can be undone. */
const UNDO_SECONDS = 10

/** Returns a ref with the value of the last render, for handlers that run later. */
export function useLatest<T>(value: T) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Shows a toast that an entry was removed, with Undo. */
export const showRemoved = (name: string, restore: () => void): void =>
  toast.info({ title: s.removed(name), seconds: UNDO_SECONDS, action: { label: s.takeBack, onPress: restore } })

type ElsewhereProps = { text: string; to: string; link: string }

/** A link to the page of the app where the data of this part of the website is edited. */
export const Elsewhere = ({ text, to, link }: ElsewhereProps) => (
  <p className="flex flex-wrap items-center gap-3 text-ink-2">
    <span className="min-w-48 flex-1">{text}</span>
    <Link to={to} className={buttonClass()}>
      {link}
    </Link>
  </p>
)

/** The index of the open entry. At first it is open if it is the only one; later, a newly added entry opens. */
function useOpenEntry(items: readonly unknown[]) {
  const [open, setOpen] = useState<number | null>(items.length === 1 ? 0 : null)
  const [seen, setSeen] = useState(items)
  if (seen !== items) {
    setSeen(items)
    if (items.length > seen.length && items.at(-1) !== seen.at(-1)) setOpen(items.length - 1)
  }
  return [open, setOpen] as const
}

type EntriesProps<T> = {
  items: readonly T[]
  /** Receives a function of the current entries, which may have changed while a picture was being uploaded. */
  onChange: (change: (now: readonly T[]) => T[]) => void
  nameOf: (item: T, place: number) => string
  most: number
  /** The URL of an entry's thumbnail. */
  thumbnailOf?: (item: T) => string | null
  /** Makes an empty entry; without this function no entry can be added. */
  blank?: (() => T) | undefined
  addLabel?: string
  /** Returns false for entries that can be hidden but not removed. */
  isRemovable?: (item: T) => boolean
  /** Returns a copy of the entry as shown or hidden; without this function no entry can be hidden. */
  show?: (item: NoInfer<T>, isShown: boolean) => NoInfer<T>
  isShown?: (item: NoInfer<T>) => boolean
  /** Renders the fields of an open entry; `update` changes them. */
  children: (item: T, update: (changes: Partial<T>) => void) => ReactNode
}

/**
 * Returns the current index of an entry, or -1 if the entry was removed. Entries may have been moved meanwhile, and
 * saving replaces them by new objects.
 */
function placeNow<T>(now: readonly T[], item: T, place: number, count: number): number {
  if (now.includes(item)) return now.indexOf(item)
  const known = JSON.stringify(item)
  const isSame = (one: T | undefined) => one !== undefined && JSON.stringify(one) === known
  const at = isSame(now[place]) ? place : now.findIndex(isSame)
  return at === -1 && now.length === count ? place : at
}

/** Moves the focus with an entry, so that pressing again does not undo the move. */
function useFocusOfMoved() {
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ place: number; by: 1 | -1 } | null>(null)
  useLayoutEffect(() => {
    if (!moved.current) return
    const { place, by } = moved.current
    moved.current = null
    list.current?.children[place]?.querySelector<HTMLElement>(`[data-moves="${by}"]`)?.focus()
  })
  return { list, follow: (place: number, by: 1 | -1) => void (moved.current = { place, by }) }
}

/** An ordered list whose entries can be moved, hidden, removed and edited in place. */
export function Entries<T>({ items, onChange, blank, addLabel = s.add, most, children, ...entry }: EntriesProps<T>) {
  const [open, setOpen] = useOpenEntry(items)
  const { list, follow } = useFocusOfMoved()
  const remove = (item: T, place: number) => {
    onChange((now) => now.toSpliced(place, 1))
    setOpen(null)
    showRemoved(entry.nameOf(item, place), () => onChange((now) => now.toSpliced(place, 0, item)))
  }
  const swap = (place: number, by: 1 | -1) => {
    const other = place + by
    onChange((now) => now.with(place, now[other]!).with(other, now[place]!))
    follow(other, by)
    setOpen(open === place ? other : open === other ? place : open)
  }
  return (
    <div className="space-y-3">
      {items.length > 0 && (
        <ul ref={list} className="space-y-2">
          {items.map((item, place) => {
            const update = (changes: Partial<T>) =>
              onChange((now) => {
                const at = placeNow(now, item, place, items.length)
                return now.map((one, index) => (index === at ? { ...one, ...changes } : one))
              })
            return (
              <li key={place} className="rounded-ctl border border-line px-3 py-1.5">
                <EntryHead
                  {...entry}
                  item={item}
                  place={place}
                  isLast={place === items.length - 1}
                  isOpen={open === place}
                  onToggle={() => setOpen(open === place ? null : place)}
                  onMove={(by) => swap(place, by)}
                  onRemove={() => remove(item, place)}
                  update={update}
                />
                {open === place && <div className="space-y-4 pt-2 pb-2">{children(item, update)}</div>}
              </li>
            )
          })}
        </ul>
      )}
      {blank && items.length < most && (
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onChange((now) => [...now, blank()])}>
          {addLabel}
        </Button>
      )}
    </div>
  )
}

type EntryHeadProps<T> = Pick<EntriesProps<T>, 'nameOf' | 'thumbnailOf' | 'isRemovable' | 'show' | 'isShown'> & {
  item: T
  place: number
  isLast: boolean
  isOpen: boolean
  onToggle: () => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  update: (changes: Partial<T>) => void
}

/** The head of an entry in a list: its name, which opens the entry, and its buttons. */
function EntryHead<T>({ item, place, isLast, isOpen, onToggle, onMove, onRemove, ...of }: EntryHeadProps<T>) {
  const { nameOf, thumbnailOf, isRemovable, show, isShown, update } = of
  const name = nameOf(item, place)
  const hidden = isShown?.(item) === false
  const picture = thumbnailOf?.(item)
  return (
    <div className="flex items-center">
      <h3 className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-3 rounded-ctl text-left font-semibold"
        >
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={clsx('shrink-0 text-ink-2 transition-transform', !isOpen && '-rotate-90')}
          />
          {picture && <img src={picture} alt="" className="size-10 shrink-0 rounded-lg object-cover max-sm:hidden" />}
          <span className={clsx('min-w-0 truncate', hidden && 'text-ink-2')}>
            {name}
            {hidden && <span className="block text-xs font-normal">{s.hidden}</span>}
          </span>
        </button>
      </h3>
      {show && (
        <IconButton
          label={hidden ? s.show(name) : s.hide(name)}
          icon={hidden ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          onClick={() => update(show(item, hidden))}
        />
      )}
      <IconButton
        label={s.earlier(name)}
        icon={<ArrowUp size={18} aria-hidden="true" />}
        data-moves={-1}
        disabled={place === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={s.later(name)}
        icon={<ArrowDown size={18} aria-hidden="true" />}
        data-moves={1}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      {(isRemovable?.(item) ?? true) && (
        <IconButton label={s.remove(name)} icon={<Trash2 size={18} aria-hidden="true" />} onClick={onRemove} />
      )}
    </div>
  )
}

/** Props for lists whose entries are shown or hidden by `is_shown`. */
export const hiding = {
  isShown: ({ is_shown }: { is_shown: boolean }) => is_shown,
  show: <T extends { is_shown: boolean }>(item: T, is_shown: boolean): T => ({ ...item, is_shown }),
}
