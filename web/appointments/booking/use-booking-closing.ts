import { useEffect, useState } from 'react'
import { callMessages } from '#shared/lib/call-messages.ts'
import type { BookingModel } from './use-booking.ts'

export type Closing = typeof import('./booking-availability.tsx') &
  typeof import('./booking-closing.tsx') &
  typeof import('./booking-date-step.tsx') &
  typeof import('./booking-done.tsx') &
  typeof import('./booking-hold.tsx') &
  typeof import('./booking-not-open.tsx') &
  typeof import('./booking-services.tsx') &
  typeof import('./booking-time-step.tsx')

/**
 * The end of the wizard, fetched when a service is chosen, or nothing can be booked. When it cannot be loaded, the dialog stays shut and the page
 * says so; opening it again, and the next step, tries again.
 */
export function useBookingClosing({ booking, dispatch }: BookingModel, isNotOpen: boolean): Closing | null {
  const [closing, setClosing] = useState<Closing | null>(null)
  const { confirming, step } = booking
  const wanted = (booking.service !== null || booking.earlier.length > 0 || isNotOpen) && closing === null
  useEffect(() => {
    if (!wanted) return
    const parts = Promise.all([
      import('./booking-closing.tsx'),
      import('./booking-date-step.tsx'),
      import('./booking-done.tsx'),
      import('./booking-availability.tsx'),
      import('./booking-hold.tsx'),
      import('./booking-not-open.tsx'),
      import('./booking-services.tsx'),
      import('./booking-time-step.tsx'),
    ])
    parts.then(
      (modules) => setClosing(Object.assign({}, ...modules) as Closing),
      () => {
        if (confirming || step >= 3) dispatch({ type: 'confirm-closed', notice: callMessages.noAnswer })
      },
    )
  }, [wanted, confirming, step, dispatch])
  return closing
}
