import { MAX_NOTE } from '#shared/clients/contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { MERGED_FIELDS, type mergesContract, type MergeSide } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'

export type MergedField = (typeof MERGED_FIELDS)[number]
/** The record whose page is open, and the one that was searched for. */
export type Which = 'this' | 'other'
export type Pair = Record<Which, MergeSide>
export type Choice = Which | 'both'
/** The manual choices; others follow from the remaining record. */
export type Chosen = Partial<Record<MergedField, Choice>>

export const opposite = (which: Which): Which => (which === 'this' ? 'other' : 'this')

const hasOwnLogIn = ({ log_in }: MergeSide) => log_in === 'Own password' || log_in === 'Must set password'

/** The record with its own log-in, because the other's would end; otherwise the one whose page is open. */
export const usuallyStays = (pair: Pair): Which =>
  hasOwnLogIn(pair.other) && !hasOwnLogIn(pair.this) ? 'other' : 'this'

/** The fields in which the two records differ. */
export const differing = (pair: Pair): MergedField[] =>
  MERGED_FIELDS.filter((field) => pair.this[field] !== pair.other[field])

export const bothNotesFit = ({ this: one, other }: Pair): boolean =>
  one.note !== null && other.note !== null && one.note.length + other.note.length < MAX_NOTE

/** Whose value is kept: the chosen one, or else the remaining record's unless it is empty. Two notes are both kept. */
export function choiceOf(pair: Pair, field: MergedField, stays: Which, chosen: Chosen): Choice {
  const own = chosen[field]
  if (own !== undefined) return own
  if (field === 'note' && bothNotesFit(pair)) return 'both'
  return pair[stays][field] === null ? opposite(stays) : stays
}

type Takes = Input<typeof mergesContract.merge>['body']['takes']

/** The request body of the choices. */
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

/** A value as displayed. */
export function shownValue(side: MergeSide, field: MergedField): string {
  const value = side[field]
  if (field === 'photo') return value === null ? s.noPhoto : s.photoOf(side.name)
  if (value === null) return s.none
  if (field === 'contact_number') return formatPhone(value)
  return value.length > SHORT ? `${value.slice(0, SHORT)}…` : value
}
