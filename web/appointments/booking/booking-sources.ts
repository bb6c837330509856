import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { callMessages } from '#shared/lib/messages.ts'
import { type CivilDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { DepositTerms } from '#web/deposits/client/deposit-terms.tsx'
import { now as presentInstant } from '#web/lib/use-now.ts'
import type { BookingService, BookingTreatment } from './booking-api.ts'
import type { Closures } from './booking-calendar.ts'
import { servicesKey, type Booking } from './booking.ts'
import { mayBeLoggedIn } from './framed-booking.ts'
import type { Availability, Booker } from './visit-api.ts'

const QUARTER_MS = 15 * 60_000
const CHECK_EVERY_MS = 1_000

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

const quarterHour = () => Math.floor(presentInstant().getTime() / QUARTER_MS)

/**
 * The start of the current quarter hour; null until hydration. Visits begin and days change only at such instants, so
 * the page need not render every second.
 */
export function useQuarterHour(): Date | null {
  const count = useSyncExternalStore(everySecond, quarterHour, () => null)
  return count === null ? null : new Date(count * QUARTER_MS)
}

/** Imports the API calls of the first two steps. If the import fails, the next call tries again. */
export const bookingApi = () => import('./booking-api.ts')

/** Imports the API calls about dates, times, the visit and the logged-in person. */
export const visitApi = () => import('./visit-api.ts')

export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  /** Loading failed, so nothing can be chosen; `sentence` says why. */
  | { status: 'failed'; sentence: string }

type Source<T> = Loaded<T> & {
  /** Reloads; the known data stays visible until the response. */
  reload: () => void
}

type Cached<T> = { key: string | null; loaded: Loaded<T> }

const loading = { status: 'loading' } as const

/**
 * The sentence for a failed load. Any error that is not the API's means that a script of the page could not be loaded.
 */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'ApiError' ? error.message : callMessages.noAnswer

/**
 * Loads data for a key (a treatment, a date), and again when the key changes. Late responses are dropped. A `null` key
 * loads nothing. `read` must be a stable function.
 */
export function useLoaded<T>(key: string | null, read: (key: string, signal: AbortSignal) => Promise<T>): Source<T> {
  const [cached, setCached] = useState<Cached<T>>({ key: null, loaded: loading })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (key === null) return
    const abort = new AbortController()
    const cache = (loaded: Loaded<T>) => {
      if (!abort.signal.aborted) setCached({ key, loaded })
    }
    read(key, abort.signal)
      .then((data) => cache({ status: 'ready', data }))
      .catch((error: unknown) => cache({ status: 'failed', sentence: sentenceOf(error) }))
    return () => abort.abort()
  }, [key, read, attempt])

  const reload = useCallback(() => {
    // Hide the error as soon as the person tries again, so that the press has a visible effect.
    setCached((present) => (present.loaded.status === 'failed' ? { ...present, loaded: loading } : present))
    setAttempt((present) => present + 1)
  }, [])
  return { ...(cached.key === key ? cached.loaded : loading), reload }
}

const treatmentsOf = async (_: string, signal: AbortSignal) => (await bookingApi()).readTreatments(signal)
const servicesOf = async (treatment: string, signal: AbortSignal) =>
  (await bookingApi()).readServices(treatment, signal)
const closuresOf = async (today: CivilDate, signal: AbortSignal) => (await visitApi()).readClosures(today, signal)
/** The key of unavailable times: date, services and person, because length and person decide where a visit fits. */
const timesKey = ({ date, practitioner, ...chosen }: Booking) =>
  date && [date, servicesKey(chosen) ?? '', practitioner ?? ''].join(' ')
const takenTimesOf = async (key: string, signal: AbortSignal) => {
  const [date = '', service, practitioner] = key.split(' ')
  return (await visitApi()).readUnavailableTimes(date, service || null, practitioner || null, signal)
}
/**
 * The key under which free times are loaded: two weeks from the chosen day, or from today. It is null or empty if no
 * service is chosen.
 */
const availabilityKey = (booking: Booking, now: Date) =>
  booking.service && timesKey({ ...booking, date: booking.date ?? manilaDate(now) })
const availabilityOf = async (key: string, signal: AbortSignal) => {
  const [date = '', service = '', practitioner] = key.split(' ')
  return (await visitApi()).readAvailability(date, service, practitioner || null, signal)
}
const bookerOf = async () => (mayBeLoggedIn() ? (await visitApi()).readBooker() : null)

/**
 * The key of the deposit's terms: the chosen services, and the logged-in person, because a client with many no-shows may
 * be asked for more. For a logged-in person the chosen day is a part of the key, because a package covers services only
 * until its last day.
 */
const depositKey = (booking: Booking, booker: Loaded<Booker | null>): string | null => {
  const services = servicesKey(booking)
  if (services === null || booker.status === 'loading') return null
  const person = booker.status === 'ready' ? (booker.data?.id ?? '') : ''
  return [services, person, person && (booking.date ?? '')].join(' ')
}
const depositTermsOf = async (key: string, signal: AbortSignal) => {
  const [services = '', booker = '', date] = key.split(' ')
  return (await visitApi()).readDepositTerms({ services, isLoggedIn: booker !== '', date: date || null }, signal)
}

export type BookingSources = {
  treatments: Source<BookingTreatment[]>
  services: Source<BookingService[]>
  closures: Source<Closures>
  unavailableTimes: Source<ReadonlySet<string>>
  /** The practitioners and the free times of two weeks. */
  availability: Source<Availability>
  /** The logged-in person; null for a visitor. */
  booker: Source<Booker | null>
  /**
   * The deposit for the chosen services; null if no deposit is needed. Nothing waits for it, and a failure is not
   * shown.
   */
  deposit: Source<DepositTerms | null>
}

/** Milliseconds between reloads of the taken times while the page is visible. */
const REFRESH_MS = 30_000

/** Everything the page loads for the current choices. `now` is null before hydration. */
export function useBookingSources(booking: Booking, now: Date | null): BookingSources {
  const booker = useLoaded(now && 'me', bookerOf)
  const sources = {
    treatments: useLoaded(now && 'all', treatmentsOf),
    services: useLoaded(now && booking.treatment, servicesOf),
    // The closed dates are loaded for today's date in Manila, so that they are reloaded after midnight. The first step
    // needs no closed dates.
    closures: useLoaded(now && booking.treatment && manilaDate(now), closuresOf),
    unavailableTimes: useLoaded(now && timesKey(booking), takenTimesOf),
    availability: useLoaded(now && availabilityKey(booking, now), availabilityOf),
    booker,
    deposit: useLoaded(now && depositKey(booking, booker), depositTermsOf),
  }
  useRefreshTimes(booking.date, sources.unavailableTimes.reload)
  useRefreshTimes(booking.date, sources.availability.reload)
  useReloadOnReturn([sources.closures.reload, sources.booker.reload])
  return sources
}

function useRefreshTimes(date: CivilDate | null, reload: () => void): void {
  useEffect(() => {
    if (date === null) return
    const refresh = () => {
      if (document.visibilityState === 'visible') reload()
    }
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [date, reload])
}

/**
 * Reloads when the page becomes visible again (another tab, the Back button), because it may have missed a closed day
 * or a log-in.
 */
function useReloadOnReturn([reloadClosures, reloadBooker]: [() => void, () => void]): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return
      reloadClosures()
      reloadBooker()
    }
    const onShow = (event: PageTransitionEvent) => event.persisted && refresh()
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('pageshow', onShow)
    }
  }, [reloadClosures, reloadBooker])
}
