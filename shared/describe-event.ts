import { eventTypes } from './events.ts'
import { formatChanges, formatValue, type Change, type EventType } from './lib/event-type.ts'

/** An event as it is kept, as far as its sentence is made of it. */
type KeptEvent = { type: string; parameters: unknown; changes: readonly Change[] }

/** A change as people read it; null for a field that was or is empty, no values for one whose values are not kept. */
type DescribedChange = {
  field: string
  label: string
  /** The sentence tells it by itself, also without its changes. */
  told: boolean
  from?: string | null
  to?: string | null
}

// A line break in a name must not look like a second entry.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const typeOf = (name: string): EventType | undefined =>
  Object.hasOwn(eventTypes, name) ? eventTypes[name as keyof typeof eventTypes] : undefined

/** The sentence of an event. One that another version of the app wrote is named by its type. */
export function sentenceOf(event: KeptEvent): string {
  const type = typeOf(event.type)
  const parameters = type?.parameters.safeParse(event.parameters)
  if (!type || !parameters?.success) return event.type
  return oneLine(type.sentence(parameters.data as never, formatChanges(type, event.changes)))
}

export const changesOf = (event: KeptEvent): DescribedChange[] =>
  event.changes.map((change) => {
    const field = typeOf(event.type)?.fields[change.field] ?? { label: change.field, value: 'hidden' as const }
    const named = { field: change.field, label: field.label, told: field.value === 'told' }
    if (field.value === 'hidden' || change.to === undefined) return named
    const [from, to] = [change.from, change.to].map((value) => formatValue(value, field))
    return { ...named, from: from ?? null, to: to ?? null }
  })
