import { useEffect, useState } from 'react'
import { callSentences } from '#shared/lib/errors.ts'
import type { BookingModel } from './use-booking.ts'

type Closing = typeof import('./booking-closing.ts')

/**
 * The end of the wizard, fetched when the last step shows. When it cannot be loaded, the dialog stays shut and the page
 * says so; opening it again tries again.
 */
export function useBookingClosing({ booking, dispatch }: BookingModel): Closing | null {
  const [closing, setClosing] = useState<Closing | null>(null)
  const { confirming } = booking
  const wanted = booking.step === 4 && closing === null
  useEffect(() => {
    if (!wanted) return
    import('./booking-closing.ts').then(setClosing, () => {
      if (confirming) dispatch({ type: 'confirm-closed', notice: callSentences.noAnswer })
    })
  }, [wanted, confirming, dispatch])
  return closing
}
