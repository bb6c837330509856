import { useEffect } from 'react'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Booking } from './booking.ts'
import type { Booker, BookingService, BookingTreatment } from './booking-api.ts'
import type { Closures } from './booking-calendar.ts'
import { useLoaded, type Source } from './booking-load.ts'

type Api = typeof import('./booking-api.ts')

const treatmentsOf = (api: Api, key: string, signal: AbortSignal) => api.readTreatments(key, signal)
const servicesOf = (api: Api, treatment: string, signal: AbortSignal) => api.readServices(treatment, signal)
const closuresOf = (api: Api, today: CivilDate, signal: AbortSignal) => api.readClosures(today, signal)
const takenTimesOf = (api: Api, date: CivilDate, signal: AbortSignal) => api.readTakenTimes(date, signal)
const bookerOf = (api: Api) => api.readBooker()

export type BookingSources = {
  treatments: Source<BookingTreatment[]>
  services: Source<BookingService[]>
  closures: Source<Closures>
  takenTimes: Source<ReadonlySet<string>>
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
    takenTimes: useLoaded(now && booking.date, takenTimesOf),
    booker: useLoaded(now && 'me', bookerOf),
  }
  useFreshTimes(booking.date, sources.takenTimes.reload)
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
