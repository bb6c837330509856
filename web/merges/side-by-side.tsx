import { Info } from 'lucide-react'
import { MAX_NOTE } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { MERGED_FIELDS, type mergesContract, type MergeSide } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

type MergedField = (typeof MERGED_FIELDS)[number]
/** `this` is the record whose page is open; `other` is the record that was searched for. */
export type Which = 'this' | 'other'
export type Pair = Record<Which, MergeSide>
type Choice = Which | 'both'
/** The fields whose value somebody chose; the other fields take the value of the remaining record. */
export type Chosen = Partial<Record<MergedField, Choice>>

export const opposite = (which: Which): Which => (which === 'this' ? 'other' : 'this')

const hasOwnLogIn = ({ log_in }: MergeSide) => log_in === 'Own password' || log_in === 'Must set password'

/**
 * The record that remains by default: the one whose page is open. If only the other record has a log-in, that record
 * remains, because its log-in would otherwise end.
 */
export const usuallyStays = (pair: Pair): Which =>
  hasOwnLogIn(pair.other) && !hasOwnLogIn(pair.this) ? 'other' : 'this'

/** The fields in which the two records differ. */
const differing = (pair: Pair): MergedField[] => MERGED_FIELDS.filter((field) => pair.this[field] !== pair.other[field])

const bothNotesFit = ({ this: one, other }: Pair): boolean =>
  one.note !== null && other.note !== null && one.note.length + other.note.length < MAX_NOTE

/**
 * Says which record's value is kept in a field: the chosen one; without a choice that of the remaining record, unless
 * it is empty. If both records have a note, both notes are kept.
 */
export function choiceOf(pair: Pair, field: MergedField, stays: Which, chosen: Chosen): Choice {
  const own = chosen[field]
  if (own !== undefined) return own
  if (field === 'note' && bothNotesFit(pair)) return 'both'
  return pair[stays][field] === null ? opposite(stays) : stays
}

type Takes = Input<typeof mergesContract.merge>['body']['takes']

/** Which record's value the merge takes for each field, as the request sends it. */
export function takesOf(pair: Pair, stays: Which, chosen: Chosen): Takes {
  const of = (field: MergedField) => {
    const choice = choiceOf(pair, field, stays, chosen)
    if (choice === 'both') return 'both' as const
    return choice === stays ? ('kept' as const) : ('other' as const)
  }
  const one = (field: Exclude<MergedField, 'note'>) => (of(field) === 'other' ? 'other' : 'kept')
  return {
    name: one('name'),
    email: one('email'),
    contact_number: one('contact_number'),
    location: one('location'),
    photo: one('photo'),
    note: of('note'),
  }
}

const SHORT = 90

/** The text that the comparison shows for a field of a record; long texts are shortened. */
function shownValue(side: MergeSide, field: MergedField): string {
  const value = side[field]
  if (field === 'photo') return value === null ? s.noPhoto : s.photoOf(side.name)
  if (value === null) return s.none
  if (field === 'contact_number') return formatPhone(value)
  return value.length > SHORT ? `${value.slice(0, SHORT)}…` : value
}

type SideBySideProps = {
  pair: Pair
  stays: Which
  chosen: Chosen
  onStays: (which: Which) => void
  onChoose: (field: MergedField, choice: Choice) => void
}

/** Two columns on phones too, so that values are side by side. */
const twoColumns = 'grid! grid-cols-2 gap-x-4 wrap-anywhere'

/** Shows the two records of a merge side by side: which one remains, and whose value is kept for each difference. */
export function SideBySide({ pair, stays, chosen, onStays, onChoose }: SideBySideProps) {
  const fields = differing(pair)
  return (
    <>
      <Figures pair={pair} />
      <Field label={s.stays} group>
        <RadioGroup
          options={[
            { value: 'this' as const, label: pair.this.name, detail: s.thisRecord },
            { value: 'other' as const, label: pair.other.name, detail: s.otherRecord },
          ]}
          value={stays}
          onChange={onStays}
          className={twoColumns}
        />
      </Field>
      {fields.map((field) => (
        <FieldChoice
          key={field}
          pair={pair}
          field={field}
          choice={choiceOf(pair, field, stays, chosen)}
          onChoose={(choice) => onChoose(field, choice)}
        />
      ))}
      <SameInBoth pair={pair} differing={fields} />
      <Consequences kept={pair[stays]} other={pair[opposite(stays)]} />
    </>
  )
}

const figures: readonly [label: string, of: (side: MergeSide) => string][] = [
  [s.figures.visits, (side) => formatNumber(side.visits)],
  [s.figures.spent, (side) => formatPeso(toCentavos(side.total_spent))],
  [s.figures.since, (side) => formatShortDate(side.joined_at.slice(0, 10))],
  [
    s.figures.last_visit,
    (side) => (side.last_visit === null ? clientMessages.noVisitYet : formatShortDate(side.last_visit)),
  ],
  [s.figures.log_in, (side) => clientMessages.logInStatuses[side.log_in]],
]

/** Visits, spending, dates and log-in of both records, which a merge combines without a choice. */
function Figures({ pair }: { pair: Pair }) {
  return (
    <div className="grid grid-cols-2 gap-px overflow-clip rounded-card border border-line bg-line">
      {[pair.this, pair.other].map((side) => (
        <div key={side.id} className="min-w-0 bg-surface-2 p-3.5">
          <div className="flex items-center gap-2.5">
            <Avatar name={side.name} src={side.photo} size="sm" className="max-sm:hidden" />
            <p className="min-w-0 font-bold wrap-anywhere">{side.name}</p>
          </div>
          <dl className="mt-2 space-y-1 text-sm">
            {figures.map(([label, of]) => (
              <div key={label} className="flex justify-between gap-x-3 max-sm:flex-col">
                <dt className="text-ink-2">{label}</dt>
                <dd className="tnum font-semibold">{of(side)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  )
}

type FieldChoiceProps = { pair: Pair; field: MergedField; choice: Choice; onChoose: (choice: Choice) => void }

function FieldChoice({ pair, field, choice, onChoose }: FieldChoiceProps) {
  const both = field === 'note' && bothNotesFit(pair) ? [{ value: 'both' as const, label: s.bothNotes }] : []
  return (
    <Field label={s.fields[field]} group>
      <RadioGroup<Choice>
        options={[
          { value: 'this', label: shownValue(pair.this, field) },
          { value: 'other', label: shownValue(pair.other, field) },
          ...both,
        ]}
        value={choice}
        onChange={onChoose}
        className={twoColumns}
      />
    </Field>
  )
}

/** Lists the fields that have the same value in both records, without empty ones. */
function SameInBoth({ pair, differing: fields }: { pair: Pair; differing: readonly MergedField[] }) {
  const same = MERGED_FIELDS.filter((field) => !fields.includes(field) && pair.this[field] !== null)
  if (same.length === 0) return null
  return (
    <dl className="space-y-1 text-sm wrap-anywhere">
      <div className="font-semibold">{s.same}</div>
      {same.map((field) => (
        <div key={field} className="flex gap-2">
          <dt className="text-ink-2">{s.fields[field]}</dt>
          <dd className="min-w-0">{shownValue(pair.this, field)}</dd>
        </div>
      ))}
    </dl>
  )
}

const hasLogIn = ({ log_in }: MergeSide) => log_in === 'Own password' || log_in === 'Must set password'

function logInSentence(kept: MergeSide, other: MergeSide): string | null {
  if (!hasLogIn(other)) return null
  return hasLogIn(kept) ? s.bothLogIns : s.otherLogIn
}

/** The question whether to merge two records, with what the merge does to each of them. */
function Consequences({ kept, other }: { kept: MergeSide; other: MergeSide }) {
  const logIn = logInSentence(kept, other)
  return (
    <div className="space-y-1.5 rounded-card border border-line bg-surface-2 p-3.5 text-sm sm:p-4">
      <p className="flex items-start gap-2 text-base font-bold wrap-anywhere">
        <Info size={18} className="mt-0.5 shrink-0 text-primary" aria-hidden="true" />
        {s.question(other.name, kept.name)}
      </p>
      <p>{s.moves}</p>
      {logIn !== null && <p>{logIn}</p>}
      <p className="text-ink-2">{s.undoHint}</p>
    </div>
  )
}
