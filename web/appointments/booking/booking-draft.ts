import { slotNumber } from '#shared/clinic/opening-hours.ts'
import { isCivilDate } from '#shared/lib/manila-time.ts'
import type { Choices } from './booking.ts'

/**
 * The key in session storage under which a booking that is not finished is kept: it survives a log-in, a reload and the
 * way back, in this tab only. `{ treatment, service, date, time, confirming }`, ids and civil strings or null.
 */
export const BOOKING_DRAFT_KEY = 'mutya.booking'

export type BookingDraft = { choices: Choices; confirming: boolean }

const id = (value: unknown) => (typeof value === 'string' && /^[\da-f-]{36}$/i.test(value) ? value : null)
const date = (value: unknown) => (typeof value === 'string' && isCivilDate(value) ? value : null)
const time = (value: unknown) => (typeof value === 'string' && slotNumber(value) >= 0 ? value : null)

export const writeDraft = ({ choices, confirming }: BookingDraft): string => {
  const { treatment, service, date: day, time: slot } = choices
  return JSON.stringify({ treatment, service, date: day, time: slot, confirming })
}

/** Null when there is nothing usable; every part that is not what it should be is dropped. */
export function readDraft(text: string | null): BookingDraft | null {
  if (text === null) return null
  let kept: unknown
  try {
    kept = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof kept !== 'object' || kept === null) return null
  const parts = kept as Record<string, unknown>
  const choices = {
    treatment: id(parts.treatment),
    service: id(parts.service),
    date: date(parts.date),
    time: time(parts.time),
  }
  if (Object.values(choices).every((choice) => choice === null)) return null
  return { choices, confirming: parts.confirming === true }
}
