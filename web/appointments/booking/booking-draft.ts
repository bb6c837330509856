import { type Dispatch, useEffect, useState } from 'react'
import { canBeStart } from '#shared/clinic/opening-hours.ts'
import { isCivilDate } from '#shared/lib/manila-time.ts'
import { callMessages } from '#shared/lib/messages.ts'
import type { Booking, BookingEvent, Choices, Earlier, EarlierIds } from './booking.ts'
import { bookingApi } from './booking-sources.ts'
import { continueBooking, isFramed } from './framed-booking.ts'
import type { OwnTyped } from './submit-booking.ts'

type DraftChoices = Choices & { practitioner?: string | null; earlier?: readonly Earlier[] }

/**
 * The session storage key of an unfinished booking, which survives a log-in, a reload and the Back button in this tab.
 * Its value is `{ treatment, service, practitioner, earlier, date, time, confirming, typed }`, with ids, and dates as
 * `YYYY-MM-DD`.
 */
const BOOKING_DRAFT_KEY = 'mutya.booking'

type BookingDraft = {
  choices: DraftChoices
  confirming: boolean
  /** True when the choices come from the parameters of a link. */
  linked?: boolean
  /** What was entered in the confirm dialog; stored only while the person is at the log-in. */
  typed?: OwnTyped | null
}

const idOf = (value: unknown) => (typeof value === 'string' && /^[\da-f-]{36}$/i.test(value) ? value : null)
const dateOf = (value: unknown) => (typeof value === 'string' && isCivilDate(value) ? value : null)
const isEarlier = (value: unknown): value is Earlier => {
  const { treatment, service, name, treatmentName, minutes, price } = (value ?? {}) as Partial<Earlier>
  return Boolean(idOf(treatment) && idOf(service) && name && treatmentName) && Number(minutes) > 0 && Number(price) >= 0
}
const earlierOf = (value: unknown) => (Array.isArray(value) ? value.filter(isEarlier) : [])
const typedOf = (value: unknown) => (idOf((value as OwnTyped | null | undefined)?.by) ? (value as OwnTyped) : null)
const timeOf = (value: unknown) => (typeof value === 'string' && canBeStart(value) ? value : null)

export const writeDraft = ({ choices, confirming, typed }: BookingDraft): string => {
  const { treatment, service, date: day, time: slot, practitioner, earlier } = choices
  return JSON.stringify({
    treatment,
    service,
    ...(practitioner && { practitioner }),
    ...(earlier?.length && { earlier }),
    date: day,
    time: slot,
    confirming,
    ...(typed && { typed }),
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
  const practitioner = idOf(parts.practitioner)
  if ([...Object.values(choices), practitioner].every((choice) => choice === null) && earlier.length === 0) return null
  const more = { ...(practitioner && { practitioner }), ...(earlier.length > 0 && { earlier }) }
  const typed = typedOf(parts.typed)
  return { choices: { ...choices, ...more }, confirming: parts.confirming === true, ...(typed && { typed }) }
}

function storeDraft(draft: BookingDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(BOOKING_DRAFT_KEY)
    else sessionStorage.setItem(BOOKING_DRAFT_KEY, writeDraft(draft))
  } catch {
    // Storage is disabled in this browser, so the choices are kept only until the page is closed.
  }
}

/**
 * The choices that a link to the booking page contains. `browserKey` names the slot reservation of the page in a frame
 * whose booking is continued.
 */
type AddressDraft = BookingDraft & { earlierIds?: EarlierIds[]; browserKey?: string }

const earlierIdsOf = (text: string | null): EarlierIds[] =>
  (text?.split(',') ?? []).flatMap((pair) => {
    const [treatment, service] = pair.split('.').map(idOf)
    return treatment && service ? [{ treatment, service }] : []
  })

/**
 * The choices that a link to the booking page contains: `?treatment=…&service=…&practitioner=…`, and from a page in a
 * frame also `date`, `time`, `earlier` and `browser_key`.
 */
export function draftOfAddress(search: string): AddressDraft | null {
  const params = new URLSearchParams(search)
  const idParam = (name: string) => idOf(params.get(name))
  const treatment = idParam('treatment')
  const earlierIds = earlierIdsOf(params.get('earlier'))
  const practitioner = idParam('practitioner')
  if (treatment === null && practitioner === null && earlierIds.length === 0) return null
  // A page in a frame never continues the booking of another page.
  const browserKey = isFramed() ? null : idParam('browser_key')
  const [date, time] = [dateOf(params.get('date')), timeOf(params.get('time'))]
  return {
    choices: { treatment, service: idParam('service'), date, time, ...(practitioner && { practitioner }) },
    ...(browserKey ? { confirming: true, browserKey } : { confirming: false, linked: true }),
    ...(earlierIds.length > 0 && { earlierIds }),
  }
}

/**
 * Restores the choices that a link contains, and then removes them from the URL, so that a reload keeps later choices.
 */
async function restoreFromAddress(
  { earlierIds, browserKey, ...draft }: AddressDraft,
  dispatch: Dispatch<BookingEvent>,
): Promise<void> {
  if (browserKey) continueBooking(browserKey)
  let { choices } = draft
  if (earlierIds)
    try {
      choices = { ...choices, earlier: await (await bookingApi()).readEarlier(earlierIds) }
    } catch {
      // If the earlier services cannot be read, the confirm dialog stays closed, because the visit would lack these
      // services. A reload tries again.
      return dispatch({ type: 'confirm-closed', notice: callMessages.noAnswer })
    }
  window.history.replaceState(window.history.state, '', window.location.pathname)
  dispatch({ type: 'restored', ...draft, choices })
}

function storedDraft(): BookingDraft | null {
  try {
    return readDraft(sessionStorage.getItem(BOOKING_DRAFT_KEY))
  } catch {
    return null
  }
}

/** True when the visitor left the booking page for a log-in, after which the booking continues. */
export const isLeavingForLogin = (): boolean => storedDraft()?.confirming === true

export type StoredChoices = {
  /** What was entered in the confirm dialog, kept while the page is open. */
  typed: OwnTyped | null
  setTyped: (typed: OwnTyped | null) => void
  storeForLogin: () => void
}

/**
 * Saves the choices in session storage, and restores them (or a link's) when the page hydrates. `storeForLogin` also
 * stores that the confirm dialog was open when the visitor left for the log-in, and what was entered in it.
 */
export function useStoredChoices(
  { treatment, service, practitioner, earlier, date, time }: Booking,
  dispatch: Dispatch<BookingEvent>,
): StoredChoices {
  const [typed, setTyped] = useState<OwnTyped | null>(null)
  useEffect(() => {
    const linked = draftOfAddress(window.location.search)
    if (linked) return void restoreFromAddress(linked, dispatch)
    const draft = storedDraft()
    if (!draft) return
    setTyped(draft.typed ?? null)
    // In a frame the confirm dialog, which books, is never opened.
    dispatch({ type: 'restored', choices: draft.choices, confirming: draft.confirming && !isFramed() })
  }, [dispatch])
  // Stores the choices after each change. This effect follows the one that reads the stored choices, so it overwrites
  // nothing unread.
  useEffect(() => {
    const choices = { treatment, service, practitioner, earlier, date, time }
    const empty = [treatment, practitioner, date].every((choice) => choice === null) && earlier.length === 0
    storeDraft(empty ? null : { choices, confirming: false })
  }, [treatment, service, practitioner, earlier, date, time])
  return {
    typed,
    setTyped,
    storeForLogin: () =>
      storeDraft({ choices: { treatment, service, practitioner, earlier, date, time }, confirming: true, typed }),
  }
}
