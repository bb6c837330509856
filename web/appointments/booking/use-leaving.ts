import { type Dispatch, useState } from 'react'
import { storeVisitText } from '#web/lib/flash.ts'
import { type StoredChoices, useStoredChoices } from './booking-draft.ts'
import type { Booking, BookingEvent } from './booking.ts'
import { continuePath, isFramed, leaveReservation } from './framed-booking.ts'

export type Leaving = Pick<StoredChoices, 'typed' | 'setTyped'> & {
  /** On a page in a frame: the path of the window that continues the booking; null until it is opened. */
  continuedAt: string | null
  /** Stores the choices and what was typed before the visitor leaves for the log-in; the booking page restores them. */
  leaveForLogin: () => void
  startAgain: () => void
}

/**
 * Stores the choices, and keeps them when the visitor leaves for a log-in; `visitText` describes the visit on the
 * log-in page.
 */
export function useLeaving(booking: Booking, dispatch: Dispatch<BookingEvent>, visitText: () => string): Leaving {
  const [continuedAt, setContinuedAt] = useState<string | null>(null)
  const { storeForLogin, typed, setTyped } = useStoredChoices(booking, dispatch)
  const leaveFrame = () => {
    setContinuedAt(continuePath(booking))
    leaveReservation()
    dispatch({ type: 'booked' })
  }
  const leaveForLogin = () => {
    if (isFramed()) return leaveFrame()
    storeForLogin()
    storeVisitText(visitText())
  }
  const startAgain = () => {
    setContinuedAt(null)
    setTyped(null)
  }
  return { continuedAt, leaveForLogin, startAgain, typed, setTyped }
}
