import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/textarea.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

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

type EntriesProps<T> = {
  items: readonly T[]
  onChange: (items: T[]) => void
  nameOf: (item: T, place: number) => string
  most: number
  /** Makes an empty one; without it none can be added. */
  blank?: (() => T) | undefined
  addLabel?: string
  /** False for what cannot be taken away, only hidden. */
  isRemovable?: (item: T) => boolean
  children: (item: T, update: (item: T) => void) => ReactNode
}

/** A list of equal things in their order: each is moved, taken away, and edited in place. */
export function Entries<T>({
  items,
  onChange,
  nameOf,
  most,
  blank,
  addLabel = s.add,
  isRemovable,
  children,
}: EntriesProps<T>) {
  const swap = (place: number, other: number) =>
    onChange(items.map((item, index) => (index === place ? items[other]! : index === other ? items[place]! : item)))
  return (
    <div className="space-y-3">
      {items.length > 0 && (
        <ul className="space-y-3">
          {items.map((item, place) => {
            const name = nameOf(item, place)
            return (
              <li key={place} className="rounded-ctl border border-line p-3">
                <div className="mb-2 flex items-center">
                  <h3 className="min-w-0 flex-1 truncate font-semibold">{name}</h3>
                  <IconButton
                    label={s.earlier(name)}
                    icon={<ChevronUp size={18} aria-hidden="true" />}
                    disabled={place === 0}
                    onClick={() => swap(place, place - 1)}
                  />
                  <IconButton
                    label={s.later(name)}
                    icon={<ChevronDown size={18} aria-hidden="true" />}
                    disabled={place === items.length - 1}
                    onClick={() => swap(place, place + 1)}
                  />
                  {(isRemovable?.(item) ?? true) && (
                    <IconButton
                      label={s.remove(name)}
                      icon={<Trash2 size={18} aria-hidden="true" />}
                      onClick={() => onChange(items.filter((_, index) => index !== place))}
                    />
                  )}
                </div>
                <div className="space-y-4">
                  {children(item, (next) => onChange(items.map((one, index) => (index === place ? next : one))))}
                </div>
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
