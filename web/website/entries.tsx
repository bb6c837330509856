import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/textarea.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

type TextProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** How many characters there is room for. */
  most: number
  hint?: string
  /** Several lines. */
  long?: boolean
  type?: 'url' | 'tel'
}

/** A text of the page, with how much of its room is used. */
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

/** How long what was taken away can be taken back by one press, in seconds. */
const UNDO_SECONDS = 10

/** What stood there when it was drawn last: a press that comes later changes what is there then. */
export function useLatest<T>(value: T) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Says what was taken away, and gives it back when asked. */
export const sayRemoved = (name: string, giveBack: () => void): void =>
  toast.info({ title: s.removed(name), seconds: UNDO_SECONDS, action: { label: s.takeBack, onPress: giveBack } })

type ElsewhereProps = { text: string; to: string; link: string }

/** What a part is made of stands on another page: the way there. */
export const Elsewhere = ({ text, to, link }: ElsewhereProps) => (
  <p className="flex flex-wrap items-center gap-3 text-ink-2">
    <span className="min-w-48 flex-1">{text}</span>
    <Link to={to} className={buttonClass()}>
      {link}
    </Link>
  </p>
)

/** The place of the entry that is open: the only one, or what was added last. */
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
  onChange: (items: T[]) => void
  nameOf: (item: T, place: number) => string
  most: number
  /** The address of a small picture of it. */
  thumbnailOf?: (item: T) => string | null
  /** Makes an empty one; without it none can be added. */
  blank?: (() => T) | undefined
  addLabel?: string
  /** False for what cannot be taken away, only hidden. */
  isRemovable?: (item: T) => boolean
  /** The same entry, on the page or not; without it none is hidden. */
  show?: (item: NoInfer<T>, isShown: boolean) => NoInfer<T>
  isShown?: (item: NoInfer<T>) => boolean
  children: (item: T, update: (item: T) => void) => ReactNode
}

/** A list of equal things in their order: each is moved, hidden, taken away, and opened to be edited in place. */
export function Entries<T>({ items, onChange, blank, addLabel = s.add, most, children, ...entry }: EntriesProps<T>) {
  const latest = useLatest({ items, onChange })
  const [open, setOpen] = useOpenEntry(items)
  const remove = (item: T, place: number) => {
    onChange(items.filter((_, index) => index !== place))
    setOpen(null)
    sayRemoved(entry.nameOf(item, place), () => latest.current.onChange(latest.current.items.toSpliced(place, 0, item)))
  }
  const swap = (place: number, other: number) => {
    onChange(items.map((item, index) => (index === place ? items[other]! : index === other ? items[place]! : item)))
    setOpen(open === place ? other : open === other ? place : open)
  }
  return (
    <div className="space-y-3">
      {items.length > 0 && (
        <ul className="space-y-2">
          {items.map((item, place) => {
            const update = (next: T) => onChange(items.map((one, index) => (index === place ? next : one)))
            return (
              <li key={place} className="rounded-ctl border border-line px-3 py-1.5">
                <EntryHead
                  {...entry}
                  item={item}
                  place={place}
                  isLast={place === items.length - 1}
                  isOpen={open === place}
                  onToggle={() => setOpen(open === place ? null : place)}
                  onMove={(by) => swap(place, place + by)}
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
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onChange([...items, blank()])}>
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
  update: (item: T) => void
}

/** The name of an entry, which opens it, and what can be done with it as a whole. */
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
        disabled={place === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={s.later(name)}
        icon={<ArrowDown size={18} aria-hidden="true" />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      {(isRemovable?.(item) ?? true) && (
        <IconButton label={s.remove(name)} icon={<Trash2 size={18} aria-hidden="true" />} onClick={onRemove} />
      )}
    </div>
  )
}

/** What shows and hides an entry that knows whether it is shown. */
export const hiding = {
  isShown: ({ is_shown }: { is_shown: boolean }) => is_shown,
  show: <T extends { is_shown: boolean }>(item: T, is_shown: boolean): T => ({ ...item, is_shown }),
}
