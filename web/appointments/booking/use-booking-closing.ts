import { useEffect, useState } from 'react'
import { callMessages } from '#shared/lib/messages.ts'
import type { BookingModel } from './use-booking.ts'

export type Closing = typeof import('./booking-availability.tsx') &
  typeof import('./booking-closing.tsx') &
  typeof import('./booking-date-step.tsx') &
  typeof import('./booking-done.tsx') &
  typeof import('./booking-hold.tsx') &
  typeof import('./booking-not-open.tsx') &
  typeof import('./booking-services.tsx') &
  typeof import('./booking-time-step.tsx')

/** The lazily loaded end of the wizard; `retry` is set after a failure. */
export type WizardEnd = { closing: Closing | null; retry: (() => void) | null }

const loadClosing = async () => {
  const modules = await Promise.all([
    import('./booking-closing.tsx'),
    import('./booking-date-step.tsx'),
    import('./booking-done.tsx'),
    import('./booking-availability.tsx'),
    import('./booking-hold.tsx'),
    import('./booking-not-open.tsx'),
    import('./booking-services.tsx'),
    import('./booking-time-step.tsx'),
  ])
  return Object.assign({}, ...modules) as Closing
}

/**
 * Loads the end of the wizard when a service is chosen or nothing can be booked. After a failure the dialog stays
 * closed and the page says so; reopening, the next step or "Try again" retries.
 */
export function useBookingClosing(
  { booking, dispatch }: Pick<BookingModel, 'booking' | 'dispatch'>,
  isNotOpen: boolean,
  load = loadClosing,
): WizardEnd {
  const [closing, setClosing] = useState<Closing | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  const { confirming, step } = booking
  const wanted = (booking.service !== null || booking.earlier.length > 0 || isNotOpen) && closing === null
  useEffect(() => {
    if (!wanted) return
    load().then(setClosing, () => {
      setHasFailed(true)
      // A missing step shows the error in its own place.
      if (confirming) dispatch({ type: 'confirm-closed', ...(step < 3 && { notice: callMessages.noAnswer }) })
    })
  }, [wanted, confirming, step, dispatch, turn, load])
  const retry = () => {
    // Clears the error at once, so that the person sees a reaction.
    setHasFailed(false)
    setTurn((present) => present + 1)
  }
  return { closing, retry: hasFailed && closing === null ? retry : null }
}
