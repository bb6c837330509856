import { useEffect, type Dispatch } from 'react'
import type { Booking, BookingEvent, Choices } from './booking.ts'
import { BOOKING_DRAFT_KEY, readDraft, writeDraft, type BookingDraft } from './booking-draft.ts'

function keep(draft: BookingDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(BOOKING_DRAFT_KEY)
    else sessionStorage.setItem(BOOKING_DRAFT_KEY, writeDraft(draft))
  } catch {
    // Storage is switched off in this browser: the choices live as long as the page.
  }
}

function kept(): BookingDraft | null {
  try {
    return readDraft(sessionStorage.getItem(BOOKING_DRAFT_KEY))
  } catch {
    return null
  }
}

/**
 * Keeps the choices in session storage while they are made, and brings them back once when the page wakes up.
 * `keepForLogin` remembers that the confirm dialog was left for the log-in.
 */
export function useKeptChoices(
  { treatment, service, date, time }: Booking,
  dispatch: Dispatch<BookingEvent>,
): { keepForLogin: () => void } {
  useEffect(() => {
    const draft = kept()
    if (draft) dispatch({ type: 'restored', ...draft })
  }, [dispatch])
  // On a fresh page this runs after the effect above has read what was kept, and again with what it brought back.
  useEffect(() => {
    const choices: Choices = { treatment, service, date, time }
    const empty = treatment === null && date === null
    keep(empty ? null : { choices, confirming: false })
  }, [treatment, service, date, time])
  return { keepForLogin: () => keep({ choices: { treatment, service, date, time }, confirming: true }) }
}
