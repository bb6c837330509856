import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addDays, instantOf } from '#shared/lib/manila-time.ts'
import { TODAY } from '#web/test/clock.ts'
import { profile, sampleId, service } from '#web/test/samples.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { FullDay } from './booking-availability.tsx'
import { newBooking } from './booking.ts'
import type { BookingModel } from './use-booking.ts'

const DAY = 24 * 60
const now = instantOf(TODAY, '09:00:00')
const tomorrow = addDays(TODAY, 1)
const later = addDays(tomorrow, 4)

/** Draws the offers for a day without free times; the clinic is open daily from 8 AM to midnight. */
function draw(noticeMinutes: number | null) {
  const days = [
    { date: tomorrow, starts: [] },
    { date: later, starts: [{ time: '09:00:00', practitioners: [] }] },
  ]
  const booking = { ...newBooking, treatment: sampleId(11), service: service.id, date: tomorrow }
  const availability = noticeMinutes === null ? { status: 'loading' } : { status: 'ready', data: { days } }
  const clinic = { ...profile, phone: '0917 555 0101' }
  const model = { booking, clinic, now, noticeMinutes, dispatch, sources: { availability } }
  return drawScreen(<FullDay model={model as unknown as BookingModel} />, { role: 'client' })
}
const dispatch = vi.fn()
const waitlist = () => screen.queryByRole('button', { name: 'Join the waitlist' })

test('on a fully booked day the next free day, another date and the waitlist are offered', () => {
  draw(0)
  expect(screen.getByText('No free time is left on this day.')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Next free: / })).toBeTruthy()
  expect(waitlist()).toBeTruthy()
})

test('on a fully booked day, one press chooses the next free time on a later day', () => {
  draw(0)
  fireEvent.click(screen.getByRole('button', { name: /^Next free: / }))
  expect(dispatch).toHaveBeenLastCalledWith({ type: 'time-chosen', date: later, time: '09:00:00' })
})

test('a day on which all times are within the minimum notice shows the clinic’s phone number, and offers no waitlist', () => {
  draw(2 * DAY)
  expect(
    screen.getByText(
      'It is too late to book this day online. Please choose a later day or call the clinic: 0917 555 0101.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Next free: / })).toBeTruthy()
  expect(waitlist()).toBeNull()
})

test('no message that a day has no free times is shown before the minimum notice is known', () => {
  draw(null)
  expect(screen.queryByRole('button')).toBeNull()
})
