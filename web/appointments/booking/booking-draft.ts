import { type Dispatch, useEffect } from 'react'
import { canBeStart } from '#shared/clinic/opening-hours.ts'
import { isCivilDate } from '#shared/lib/manila-time.ts'
import type { Booking, BookingEvent, Choices, Earlier } from './booking.ts'

type StoredChoices = Choices & { practitioner?: string | null; earlier?: readonly Earlier[] }

/**
 * The session storage key of an unfinished booking, which survives a log-in, a reload and the Back button in this tab.
 * Its value is `{ treatment, service, practitioner, earlier, date, time, confirming }`, with ids, and dates as
 * `YYYY-MM-DD`.
 */
const BOOKING_DRAFT_KEY = 'mutya.booking'

type BookingDraft = {
  choices: StoredChoices
  confirming: boolean
  /** True when the choices come from a link. */
  linked?: boolean
}

const idOf = (value: unknown) => (typeof value === 'string' && /^[\da-f-]{36}$/i.test(value) ? value : null)
const dateOf = (value: unknown) => (typeof value === 'string' && isCivilDate(value) ? value : null)
const isEarlier = (value: unknown): value is Earlier => {
  const { treatment, service, name, treatmentName, minutes, price } = (value ?? {}) as Partial<Earlier>
  return Boolean(idOf(treatment) && idOf(service) && name && treatmentName) && Number(minutes) > 0 && Number(price) >= 0
}
const earlierOf = (value: unknown) => (Array.isArray(value) ? value.filter(isEarlier) : [])
const timeOf = (value: unknown) => (typeof value === 'string' && canBeStart(value) ? value : null)

export const writeDraft = ({ choices, confirming }: BookingDraft): string => {
  const { treatment, service, date: day, time: slot, practitioner, earlier } = choices
  return JSON.stringify({
    treatment,
    service,
    ...(practitioner && { practitioner }),
    ...(earlier?.length && { earlier }),
    date: day,
    time: slot,
    confirming,
  })
}

/** Parses a stored draft and drops its invalid parts; null when nothing is usable. */
export function readDraft(text: string | null): BookingDraft | null {
  if (text === null) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const parts = parsed as Record<string, unknown>
  const choices = {
    treatment: idOf(parts.treatment),
    service: idOf(parts.service),
    date: dateOf(parts.date),
    time: timeOf(parts.time),
  }
  const earlier = earlierOf(parts.earlier)
  if (Object.values(choices).every((choice) => choice === null) && earlier.length === 0) return null
  const practitioner = idOf(parts.practitioner)
  const more = { ...(practitioner && { practitioner }), ...(earlier.length > 0 && { earlier }) }
  return { choices: { ...choices, ...more }, confirming: parts.confirming === true }
}

function storeDraft(draft: BookingDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(BOOKING_DRAFT_KEY)
    else sessionStorage.setItem(BOOKING_DRAFT_KEY, writeDraft(draft))
  } catch {
    // Storage is disabled in this browser, so the choices last as long as the page.
  }
}

/**
 * The choices of a link (`?treatment=…&service=…&practitioner=…`). Removed from the URL after use, so that a reload
 * keeps later choices.
 */
export function draftOfAddress(search: string): BookingDraft | null {
  const params = new URLSearchParams(search)
  const treatment = idOf(params.get('treatment'))
  if (treatment === null) return null
  const practitioner = idOf(params.get('practitioner'))
  const choices = { treatment, service: idOf(params.get('service')), date: null, time: null }
  return { choices: { ...choices, ...(practitioner && { practitioner }) }, confirming: false, linked: true }
}

function consumeAddressDraft(): BookingDraft | null {
  const draft = draftOfAddress(window.location.search)
  if (draft) window.history.replaceState(window.history.state, '', window.location.pathname)
  return draft
}

function storedDraft(): BookingDraft | null {
  try {
    return readDraft(sessionStorage.getItem(BOOKING_DRAFT_KEY))
  } catch {
    return null
  }
}

/** True when the page was left for a log-in, after which the booking continues. */
export const isLeavingForLogin = (): boolean => storedDraft()?.confirming === true

/**
 * Saves the choices in session storage, and restores them (or a link's) when the page hydrates. `storeForLogin`
 * remembers that the dialog was left for the log-in.
 */
export function useStoredChoices(
  { treatment, service, practitioner, earlier, date, time }: Booking,
  dispatch: Dispatch<BookingEvent>,
): { storeForLogin: () => void } {
  useEffect(() => {
    const draft = consumeAddressDraft() ?? storedDraft()
    if (draft) dispatch({ type: 'restored', ...draft })
  }, [dispatch])
  // Runs after the effect above has read the stored choices, and again when they are restored.
  useEffect(() => {
    const choices = { treatment, service, practitioner, earlier, date, time }
    const empty = treatment === null && date === null && earlier.length === 0
    storeDraft(empty ? null : { choices, confirming: false })
  }, [treatment, service, practitioner, earlier, date, time])
  return {
    storeForLogin: () =>
      storeDraft({ choices: { treatment, service, practitioner, earlier, date, time }, confirming: true }),
  }
}
