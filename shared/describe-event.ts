import { eventTypes } from './events.ts'
import { formatChanges, formatValue, nameOfField, type Change, type EventType } from './lib/event-type.ts'

/** The stored parts of an event that its sentence needs. */
type KeptEvent = { type: string; parameters: unknown; changes: readonly Change[] }

/** A change as people read it: null for an empty value, and no values if they are not stored. */
type DescribedChange = {
  field: string
  label: string
  /** True when the sentence already contains the change. */
  told: boolean
  from?: string | null
  to?: string | null
}

// Removes line breaks, so that a name cannot look like a second entry.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const typeOf = (name: string): EventType | undefined =>
  Object.hasOwn(eventTypes, name) ? eventTypes[name as keyof typeof eventTypes] : undefined

/** The sentence of an event. An unknown type, from another version of the app, is shown as its name. */
export function sentenceOf(event: KeptEvent): string {
  const type = typeOf(event.type)
  const parameters = type?.parameters.safeParse(event.parameters)
  if (!type || !parameters?.success) return event.type
  return oneLine(type.sentence(parameters.data as never, formatChanges(type, event.changes)))
}

export const changesOf = (event: KeptEvent): DescribedChange[] =>
  event.changes.map((change) => {
    const field = typeOf(event.type)?.fields[change.field] ?? {
      label: nameOfField(change.field),
      value: 'hidden' as const,
    }
    const named = { field: change.field, label: field.label, told: field.value === 'told' }
    if (field.value === 'hidden' || change.to === undefined) return named
    const [from, to] = [change.from, change.to].map((value) => formatValue(value, field))
    return { ...named, from: from ?? null, to: to ?? null }
  })
