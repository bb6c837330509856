import type { z } from 'zod'
import { changeMessages as s } from './messages.ts'
import { defineMessages } from './language.ts'
import { formatPesoShort, toCentavos } from './money.ts'
import { formatNumber } from './numbers.ts'

/** The kind of an event for readers of the log. Events of the kind `system` happen without a person. */
export const EVENT_KINDS = ['create', 'update', 'delete', 'system'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export type FieldValue = string | number | boolean | null

/**
 * How a changed field is stored and shown. `hidden`: personal or secret, so the log says only that it changed. `long`:
 * stored, but the sentence only names the field. `told`: stored, and the sentence already contains the change. `pesos`:
 * an amount in pesos.
 */
type FieldFormat = 'text' | 'long' | 'told' | 'pesos' | 'hidden'
export type EventField = {
  label: string
  value: FieldFormat
  /** The displayed words for a value that is stored as a key. */
  words?: (key: string) => string
}

/** A type of event: its data and the sentence made from it when it is read. */
export type EventType = {
  kind: EventKind
  /** The kind of record that the event is about, such as `service` or `sale`. */
  subject: string
  parameters: z.ZodObject
  /** The fields of the record whose changes the event can contain. */
  fields: Record<string, EventField>
  /** `changes` is empty or a text such as `: price from ₱2,500 to ₱1, description`. */
  sentence: (parameters: never, changes: string) => string
}

type Declared<P extends z.ZodObject, F> = {
  kind: EventKind
  subject: string
  parameters: P
  fields?: F
  sentence: (parameters: z.output<P>, changes: string) => string
}

/** Declares a type of event. New parameters must be optional, because old rows are parsed with them. */
export function eventType<P extends z.ZodObject, const F extends Record<string, EventField>>(declared: Declared<P, F>) {
  return { ...declared, fields: declared.fields ?? ({} as F) }
}

const mapped = <K extends string, V, R>(values: Record<K, V>, by: (value: V, key: K) => R) =>
  Object.fromEntries(Object.entries<V>(values).map(([key, value]) => [key, by(value, key as K)])) as Record<K, R>

type EventTexts = {
  sentences: Record<string, EventType['sentence']>
  labels: Record<string, Record<string, string>>
}

/**
 * The event types of a feature; their names begin with the feature's name. Their sentences and field labels form the
 * messages module `<feature>/events`, so that they can be translated.
 */
export function eventTypesOf<const N extends string, T extends Record<`${N}.${string}`, EventType>>(
  feature: N,
  types: T,
): T {
  const english: EventTexts = {
    sentences: mapped(types, ({ sentence }: EventType) => sentence),
    labels: mapped(types, ({ fields }: EventType) => mapped(fields, ({ label }) => label)),
  }
  const texts: EventTexts = defineMessages(`${feature}/events`, english)
  return mapped(types, (type: EventType, name: string) => ({
    ...type,
    sentence: texts.sentences[name]!,
    fields: mapped(type.fields, (field, key) => ({ ...field, label: texts.labels[name]![key]! })),
  })) as unknown as T
}

type ChangeOf<F extends Record<string, EventField>, N extends keyof F> = F[N]['value'] extends 'hidden'
  ? { field: N; from?: undefined; to?: undefined }
  : { field: N; from: FieldValue; to: FieldValue }

/** The field changes that an event of this type can log. For hidden fields the log stores only that they changed. */
export type ChangesOf<E extends EventType> = { [N in keyof E['fields']]: ChangeOf<E['fields'], N> }[keyof E['fields']][]

/** A changed field with its old and new value, as the log stores it. */
export type Change = { field: string; from?: FieldValue | undefined; to?: FieldValue | undefined }

type Known<E extends EventType, T> = { [K in keyof T]: K extends keyof E['fields'] ? T[K] : never }
type Shown = { from: FieldValue; to: FieldValue }

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((value, at) => Object.is(value, other[at]))
    : Object.is(one, other)

/**
 * The differences between `before` and `after` for an event of this type. Undeclared fields do not compile. `shown`
 * replaces values that people cannot read (an id by a name).
 */
export function changesBetween<E extends EventType, T extends object>(
  type: E,
  before: { [K in keyof T]: unknown },
  after: T & Known<E, T>,
  shown: { [K in keyof T]?: Shown } = {},
): ChangesOf<E> {
  const differing = Object.keys(after).filter((name) => !isSame(before[name as keyof T], after[name as keyof T]))
  return differing.map((field) => {
    const values = shown[field as keyof T] ?? { from: before[field as keyof T], to: after[field as keyof T] }
    return type.fields[field]?.value === 'hidden' ? { field } : { field, ...values }
  }) as ChangesOf<E>
}

/** A value as people read it; null for an empty one. */
export function formatValue(value: FieldValue | undefined, field: EventField): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? s.yes : s.no
  if (typeof value === 'string') return field.words ? field.words(value) : value
  return field.value === 'pesos' ? formatPesoShort(toCentavos(value)) : formatNumber(value)
}

/** The displayed name of a changed field without a declared label: its column name with spaces. */
export const nameOfField = (field: string): string => field.replaceAll('_', ' ')

function formatChange(change: Change, field: EventField | undefined): string {
  if (!field) return nameOfField(change.field)
  if (field.value === 'hidden' || field.value === 'long' || change.to === undefined) return field.label
  const [from, to] = [change.from, change.to].map((value) => formatValue(value, field) ?? s.nothing)
  return s.changed(field.label, from!, to!)
}

/** The changes as text, such as `: price from ₱2,500 to ₱1, description`; empty when there are none to show. */
export function formatChanges(type: EventType, changes: readonly Change[]): string {
  const told = changes.filter(({ field }) => type.fields[field]?.value !== 'told')
  if (told.length === 0) return ''
  return s.changes(told.map((change) => formatChange(change, type.fields[change.field])).join(', '))
}
