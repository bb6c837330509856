import type { z } from 'zod'
import { changeMessages as s } from './change-messages.ts'
import { defineMessages } from './language.ts'
import { formatPesoShort, toCentavos } from './money.ts'
import { formatNumber } from './numbers.ts'

/** What an event is for the reader of the log: something came, changed, went, or happened by itself. */
export const EVENT_KINDS = ['create', 'update', 'delete', 'system'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

type FieldValue = string | number | boolean | null

/**
 * How the old and the new value of a changed field are kept and shown. `hidden`: personal or secret, the log keeps only
 * that the field changed. `long`: kept, and only named in the sentence. `told`: kept, and told by the sentence itself.
 * `pesos`: an amount as on the wire.
 */
type FieldFormat = 'text' | 'long' | 'told' | 'pesos' | 'hidden'
export type EventField = {
  label: string
  value: FieldFormat
  /** What people call a value that is kept as a key. */
  words?: (key: string) => string
}

/** One type of event, declared once: what it carries and the sentence that is made of it when somebody reads it. */
export type EventType = {
  kind: EventKind
  /** The kind of record that it tells of: `service`, `sale`, … */
  subject: string
  parameters: z.ZodObject
  /** The fields whose change it can tell. */
  fields: Record<string, EventField>
  /** `changes` is empty or says `: price from ₱2,500 to ₱1, description`. */
  sentence: (parameters: never, changes: string) => string
}

type Declared<P extends z.ZodObject, F> = {
  kind: EventKind
  subject: string
  parameters: P
  fields?: F
  sentence: (parameters: z.output<P>, changes: string) => string
}

/** Declares a type of event. Its parameters may only be extended by optional ones: old rows are read with them. */
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
 * The event types of one feature; their names begin with it. Their sentences and labels are a module of messages,
 * `sales/events`: another language gives each type its sentence, and each of its fields a label.
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

/** The changes that an event of this type may tell: a hidden field has no place for its values. */
export type ChangesOf<E extends EventType> = { [N in keyof E['fields']]: ChangeOf<E['fields'], N> }[keyof E['fields']][]

/** A change as it is kept. */
export type Change = { field: string; from?: FieldValue | undefined; to?: FieldValue | undefined }

type Known<E extends EventType, T> = { [K in keyof T]: K extends keyof E['fields'] ? T[K] : never }
type Shown = { from: FieldValue; to: FieldValue }

/**
 * What `after` changes in `before`, as an event of this type tells it. A field that the type does not declare does not
 * compile. `shown` replaces the values of a field that people do not read as it is kept (an id by a name).
 */
export function changesBetween<E extends EventType, T extends object>(
  type: E,
  before: { [K in keyof T]: unknown },
  after: T & Known<E, T>,
  shown: { [K in keyof T]?: Shown } = {},
): ChangesOf<E> {
  const differing = Object.keys(after).filter((name) => !Object.is(before[name as keyof T], after[name as keyof T]))
  return differing.map((field) => {
    const values = shown[field as keyof T] ?? { from: before[field as keyof T], to: after[field as keyof T] }
    return type.fields[field]?.value === 'hidden' ? { field } : { field, ...values }
  }) as ChangesOf<E>
}

/** A value as people read it; null for a field that was or is empty. */
export function formatValue(value: FieldValue | undefined, field: EventField): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? s.yes : s.no
  if (typeof value === 'string') return field.words ? field.words(value) : value
  return field.value === 'pesos' ? formatPesoShort(toCentavos(value)) : formatNumber(value)
}

function formatChange(change: Change, field: EventField | undefined): string {
  if (!field) return change.field
  if (field.value === 'hidden' || field.value === 'long' || change.to === undefined) return field.label
  const [from, to] = [change.from, change.to].map((value) => formatValue(value, field) ?? s.nothing)
  return s.changed(field.label, from!, to!)
}

/** `: price from ₱2,500 to ₱1, description`; empty when nothing is told. */
export function formatChanges(type: EventType, changes: readonly Change[]): string {
  const told = changes.filter(({ field }) => type.fields[field]?.value !== 'told')
  if (told.length === 0) return ''
  return s.changes(told.map((change) => formatChange(change, type.fields[change.field])).join(', '))
}
