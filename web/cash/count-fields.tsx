import { Field as BaseField } from '@base-ui/react/field'
import type { KeyboardEvent } from 'react'
import { countTotal, NOTES, noteTotal, type Count, type Note } from '#shared/cash/drawer.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { formatPeso, formatPesoShort, parsePesos, toPesos } from '#shared/lib/money.ts'
import { inputClass } from '#web/ui/fields/input-class.ts'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'

/** What was typed for a cash count: the number of each bank note, and the sum of the coins. */
type TypedCount = { notes: Record<Note, string>; coins: string }

export const emptyCount: TypedCount = {
  notes: { '1000': '', '500': '', '200': '', '100': '', '50': '', '20': '' },
  coins: '',
}

const piecesOf = (text: string): number | null =>
  text.trim() === '' ? 0 : /^\d{1,4}$/.test(text.trim()) ? Number(text) : null

/** Parses a typed cash count; null while a value is invalid. */
export function readCount({ notes, coins }: TypedCount): Count | null {
  const pieces = NOTES.map((note) => [note, piecesOf(notes[note])] as const)
  const amount = coins.trim() === '' ? 0 : parsePesos(coins)
  if (amount === null || pieces.some(([, count]) => count === null)) return null
  return { notes: Object.fromEntries(pieces) as Count['notes'], coins: amount }
}

/** The request body of a cash count. */
export const countBody = ({ notes, coins }: Count) => ({ notes, coins: toPesos(coins) })

/** Enter moves to the next field; in the last one it submits the form. */
function nextOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter') return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.target as HTMLInputElement) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}

type CountFieldsProps = { value: TypedCount; onChange: (value: TypedCount) => void; disabled?: boolean }

/** The fields for the number of each bank note and the sum of the coins, with the total below. */
export function CountFields({ value, onChange, disabled = false }: CountFieldsProps) {
  const count = readCount(value)
  return (
    <div role="group" aria-label={s.counted} onKeyDown={nextOnEnter}>
      <ul className="grid gap-x-4 gap-y-1.5 sm:grid-flow-col sm:grid-rows-3">
        {NOTES.map((note) => (
          <NoteField
            key={note}
            note={note}
            value={value.notes[note]}
            disabled={disabled}
            onChange={(text) => onChange({ ...value, notes: { ...value.notes, [note]: text } })}
          />
        ))}
      </ul>
      <BaseField.Root disabled={disabled} className="mt-1.5 flex items-center gap-2">
        <BaseField.Label className="w-14 shrink-0 font-semibold">{s.coins}</BaseField.Label>
        <div className="min-w-0 flex-1">
          <MoneyInput
            value={value.coins}
            onChange={(coins) => onChange({ ...value, coins })}
            className="h-13!"
            placeholder="0.00"
          />
        </div>
      </BaseField.Root>
      <p
        role="status"
        className="tnum mt-3 flex flex-wrap items-baseline justify-between gap-x-4 rounded-card bg-surface-2 px-4 py-3"
      >
        <span className="font-semibold">{s.counted}</span>
        {count ? (
          <b className="text-3xl leading-none font-extrabold tracking-tight">{formatPeso(countTotal(count))}</b>
        ) : (
          <span className="text-danger">{s.notAnAmount}</span>
        )}
      </p>
    </div>
  )
}

type NoteFieldProps = { note: Note; value: string; disabled: boolean; onChange: (text: string) => void }

function NoteField({ note, value, disabled, onChange }: NoteFieldProps) {
  const name = formatPesoShort(noteTotal(note, 1))
  const pieces = piecesOf(value)
  return (
    <li>
      <BaseField.Root disabled={disabled} invalid={pieces === null} className="tnum flex items-center gap-2">
        <span className="w-14 shrink-0 font-semibold" aria-hidden="true">
          {name}
        </span>
        <BaseField.Control
          aria-label={s.piecesOf(name)}
          value={value}
          onValueChange={onChange}
          onFocus={(event) => event.target.select()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          placeholder="0"
          className={inputClass('md', 'h-13! w-20! text-center font-semibold')}
        />
        {/* Where the bank notes are in two columns, a right-aligned sum would look like a part of the neighbouring
           bank note. */}
        <span className="min-w-0 flex-1 text-ink-2 max-sm:text-right">
          {pieces === null ? '—' : formatPesoShort(noteTotal(note, pieces))}
        </span>
      </BaseField.Root>
    </li>
  )
}
