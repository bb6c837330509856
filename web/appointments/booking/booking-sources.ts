import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { callMessages } from '#shared/lib/call-messages.ts'
import { type CivilDate, manilaDate } from '#shared/lib/manila-time.ts'
import { now as presentInstant } from '#web/lib/use-now.ts'
import type { Availability } from './availability-api.ts'
import type { Booker, BookingService, BookingTreatment } from './booking-api.ts'
import type { Closures } from './booking-calendar.ts'
import { servicesKey, type Booking } from './booking.ts'

const QUARTER_MS = 15 * 60_000
const LOOK_EVERY_MS = 1_000

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

const quarterHour = () => Math.floor(presentInstant().getTime() / QUARTER_MS)

/**
 * The instant at which the present quarter hour began; null until the page is awake. Visits begin, and days change in
 * Manila, only at such instants, so the page is drawn anew then and not every second.
 */
export function useQuarterHour(): Date | null {
  const count = useSyncExternalStore(everySecond, quarterHour, () => null)
  return count === null ? null : new Date(count * QUARTER_MS)
}

type BookingApi = typeof import('./booking-api.ts')

/** The calls of the booking page, loaded once. A part that could not be loaded is asked for again the next time. */
export const bookingApi = (): Promise<BookingApi> => import('./booking-api.ts')

export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  /** Nothing is offered of what could not be read. */
  | { status: 'failed'; sentence: string }

type Source<T> = Loaded<T> & {
  /** Reads again; what is known stays on the screen until the answer is there. */
  reload: () => void
}

type Kept<T> = { key: string | null; loaded: Loaded<T> }

const loading = { status: 'loading' } as const

/** No answer of ours: the part of the page that asks could not be loaded. */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'ApiError' ? error.message : callMessages.noAnswer

/**
 * Reads something of the server under a key (a treatment, a date), again for another key. Answers that come too late
 * are forgotten. `null` reads nothing. `read` must be the same function every time.
 */
function useLoaded<T>(
  key: string | null,
  read: (api: BookingApi, key: string, signal: AbortSignal) => Promise<T>,
): Source<T> {
  const [kept, setKept] = useState<Kept<T>>({ key: null, loaded: loading })
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (key === null) return
    const abort = new AbortController()
    const keep = (loaded: Loaded<T>) => {
      if (!abort.signal.aborted) setKept({ key, loaded })
    }
    bookingApi()
      .then((api) => read(api, key, abort.signal))
      .then((data) => keep({ status: 'ready', data }))
      .catch((error: unknown) => keep({ status: 'failed', sentence: sentenceOf(error) }))
    return () => abort.abort()
  }, [key, read, turn])

  const reload = useCallback(() => {
    // A failure is taken off at once: the person sees that something happens.
    setKept((present) => (present.loaded.status === 'failed' ? { ...present, loaded: loading } : present))
    setTurn((present) => present + 1)
  }, [])
  return { ...(kept.key === key ? kept.loaded : loading), reload }
}

type Api = typeof import('./booking-api.ts')

const treatmentsOf = (api: Api, key: string, signal: AbortSignal) => api.readTreatments(key, signal)
const servicesOf = (api: Api, treatment: string, signal: AbortSignal) => api.readServices(treatment, signal)
const closuresOf = (api: Api, today: CivilDate, signal: AbortSignal) => api.readClosures(today, signal)
/** Under date, services and person: how long a visit takes, and who does it, decides where it fits. */
const timesKey = ({ date, practitioner, ...chosen }: Booking) =>
  date && [date, servicesKey(chosen) ?? '', practitioner ?? ''].join(' ')
const takenTimesOf = (api: Api, key: string, signal: AbortSignal) => {
  const [date = '', service, practitioner] = key.split(' ')
  return api.readUnavailableTimes(date, service || null, practitioner || null, signal)
}
/** From the chosen day on, and from today while none is chosen. */
const availabilityKey = (booking: Booking, now: Date) =>
  booking.service && timesKey({ ...booking, date: booking.date ?? manilaDate(now) })
const availabilityOf = async (api: Api, key: string, signal: AbortSignal) => {
  const [date = '', service = '', practitioner] = key.split(' ')
  const { readAvailability } = await import('./availability-api.ts')
  return readAvailability(api, date, service, practitioner || null, signal)
}
const bookerOf = (api: Api) => api.readBooker()

export type BookingSources = {
  treatments: Source<BookingTreatment[]>
  services: Source<BookingService[]>
  closures: Source<Closures>
  unavailableTimes: Source<ReadonlySet<string>>
  /** Who does the service, and the free times of two weeks. */
  availability: Source<Availability>
  /** Who is logged in; null for a visitor. */
  booker: Source<Booker | null>
}

/** How often the taken times of the chosen date are read anew while the page is looked at. */
const REFRESH_MS = 30_000

/** Everything the page reads, under the choices made so far. `now` null: the page is not awake yet. */
export function useBookingSources(booking: Booking, now: Date | null): BookingSources {
  const sources = {
    treatments: useLoaded(now && 'all', treatmentsOf),
    services: useLoaded(now && booking.treatment, servicesOf),
    // Under the day's date: when midnight passes in Manila, they are read again.
    closures: useLoaded(now && manilaDate(now), closuresOf),
    unavailableTimes: useLoaded(now && timesKey(booking), takenTimesOf),
    availability: useLoaded(now && availabilityKey(booking, now), availabilityOf),
    booker: useLoaded(now && 'me', bookerOf),
  }
  useFreshTimes(booking.date, sources.unavailableTimes.reload)
  useFreshTimes(booking.date, sources.availability.reload)
  useFreshOnReturn([sources.closures.reload, sources.booker.reload])
  return sources
}

function useFreshTimes(date: CivilDate | null, reload: () => void): void {
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

/** A page that was away (another tab, the Back button) may have missed a closed day or a log-in. */
function useFreshOnReturn([reloadClosures, reloadBooker]: [() => void, () => void]): void {
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
