import { screen } from '@testing-library/react'
import { useReducer } from 'react'
import { expect, test, vi } from 'vitest'
import { callMessages } from '#shared/lib/messages.ts'
import { TODAY } from '#web/test/clock.ts'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { type LateParts, useLateParts, Wizard } from './booking-page.tsx'
import { bookingReducer, newBooking } from './booking.ts'
import type { BookingModel } from './use-booking.ts'

const parts = {
  BookingTimeStep: () => <p>The times</p>,
  ReservedTime: () => null,
  VisitServices: () => null,
} as unknown as LateParts
const load = vi.fn<() => Promise<LateParts>>()
const chosen = { treatment: sampleId(1), service: sampleId(2), date: TODAY, time: null }

/** The wizard's last step, whose lazily loaded part comes from `load`. */
function LastStep() {
  const [booking, dispatch] = useReducer(bookingReducer, { ...newBooking, ...chosen, step: 4 })
  const late = useLateParts({ booking, dispatch }, false, load)
  return <Wizard model={{ booking, dispatch } as unknown as BookingModel} late={late} />
}

test('a step of the booking that cannot be loaded shows an error, and loads when tried again', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module')).mockResolvedValue(parts)
  const { person } = drawScreen(<LastStep />, { role: 'client' })
  expect(await screen.findByText(callMessages.noAnswer)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The times')).toBeTruthy()
  expect(screen.queryByText(callMessages.noAnswer)).toBeNull()
})
