import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays, instantOf } from '#shared/lib/manila-time.ts'
import { TODAY } from '#web/test/clock.ts'
import { profile, sampleId, service } from '#web/test/samples.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { BookingDone } from './booking-end-pages.tsx'
import { LostChoiceAlert } from './booking-step-frame.tsx'
import { BookingTimeStep } from './booking-time-step.tsx'
import { newBooking } from './booking.ts'
import type { Booked, BookingModel } from './use-booking.ts'

const dispatch = vi.fn()
const FREE = ['09:00:00', '13:30:00']

function drawTimes() {
  const taken = new Set(SLOT_TIMES.filter((time) => !FREE.includes(time)))
  const model = {
    booking: { ...newBooking, step: 4, treatment: sampleId(11), service: service.id, date: addDays(TODAY, 1) },
    clinic: profile,
    now: instantOf(TODAY, '09:00:00'),
    dispatch,
    people: [],
    sources: {
      booker: { status: 'loading' },
      unavailableTimes: { status: 'ready', data: taken },
      closures: { status: 'ready', data: {} },
      availability: { status: 'loading' },
    },
  }
  return drawScreen(<BookingTimeStep model={model as unknown as BookingModel} />)
}

test('free times of a day are listed first, grouped by morning, afternoon and evening; occupied times are collapsed', async () => {
  const { person } = drawTimes()
  const free = (part: string) => within(screen.getByRole('group', { name: part })).getAllByRole('button')
  expect(free('Morning').map((each) => each.textContent?.trim())).toEqual(['9:00 AM'])
  expect(free('Afternoon').map((each) => each.textContent?.trim())).toEqual(['1:30 PM'])
  const fold = screen.getByRole('button', { name: 'Show all times', expanded: false })
  await person.click(fold)
  expect(screen.getByRole('button', { name: 'Show all times', expanded: true })).toBeTruthy()
  const unavailable = screen.getAllByRole<HTMLButtonElement>('button', { name: /Unavailable$/ })
  expect(unavailable).toHaveLength(SLOT_TIMES.length - FREE.length)
  expect(screen.getAllByRole('group').map((part) => part.querySelector('h2')?.textContent)).toEqual([
    'Morning',
    'Afternoon',
    'Morning, unavailable',
    'Afternoon, unavailable',
    expect.stringMatching(/^Evening, unavailable/),
    expect.stringMatching(/^Midnight, unavailable/),
  ])
  expect(unavailable.every(({ disabled }) => disabled)).toBe(true)
  await person.click(screen.getByRole('button', { name: '1:30 PM' }))
  expect(dispatch).toHaveBeenLastCalledWith({ type: 'time-chosen', time: '13:30:00' })
})

test('the page after a booking shows the services of the visit in one row and their treatments in another', () => {
  const booked: Booked = {
    id: sampleId(51),
    treatment: 'Signature Facials, Massage Therapy',
    service: 'Hydra Glow Facial + Swedish Massage',
    practitioner: null,
    date: addDays(TODAY, 1),
    time: '12:00:00',
    price: null,
    firstVisitHours: null,
    hasDeposit: false,
  }
  drawScreen(<BookingDone booked={booked} clinic={profile as never} onBookAnother={() => undefined} />)
  expect(screen.getByText('Hydra Glow Facial + Swedish Massage')).toBeTruthy()
  expect(screen.getByText('Signature Facials, Massage Therapy')).toBeTruthy()
})

test('the message that a chosen time was lost is scrolled into view', () => {
  // In newer browsers scroll methods return a promise. An effect must not return it, because React would call it as the
  // clean-up.
  const scrolled = vi.fn(() => Promise.resolve())
  Object.assign(Element.prototype, { scrollIntoView: scrolled })
  const { unmount } = render(<LostChoiceAlert sentence="That time has just been taken." />)
  expect(scrolled.mock.contexts).toContain(screen.getByRole('alert'))
  expect(unmount).not.toThrow()
})
