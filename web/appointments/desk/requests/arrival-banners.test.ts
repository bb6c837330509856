import { expect, test } from 'vitest'
import type { AppointmentRequest } from '#shared/appointments/desk-contract.ts'
import type { Arrival } from '#web/lib/event-stream.ts'
import { arrivalLines, unansweredArrivals } from './arrival-banners.ts'
import { gatherArrivals } from './requests-button.tsx'

const requested = (id: string): Arrival => ({ id, what: 'requested' })
const row = (id: string, status: AppointmentRequest['status'] = 'pending') =>
  ({
    id,
    status,
    name: `Client ${id}`,
    service_name: 'Hydra Glow',
    further_services: [] as AppointmentRequest['further_services'],
    appointment_date: '2026-11-26',
    appointment_time: '14:00:00',
  }) as AppointmentRequest

test('an event about a visit that is received twice is kept once, and of very many events only the latest are kept', () => {
  expect(gatherArrivals([requested('a')], [requested('b'), requested('a')])).toEqual([requested('a'), requested('b')])
  const many = Array.from({ length: 130 }, (_, i) => requested(String(i)))
  const kept = gatherArrivals(many.slice(0, 90), many.slice(90))
  expect([kept.length, kept.at(-1)]).toEqual([100, requested('129')])
})

test('the banner about booking requests shows a single request in full, several with name and time, and of more than three only the first three', () => {
  expect(arrivalLines([row('a')])).toEqual(['Client a · Hydra Glow', 'Thu, Nov 26, 2:00 PM'])
  expect(arrivalLines([row('a'), row('b')])).toEqual([
    'Client a · Thu, Nov 26, 2:00 PM',
    'Client b · Thu, Nov 26, 2:00 PM',
  ])
  expect(arrivalLines(['a', 'b', 'c', 'd', 'e'].map((id) => row(id))).at(-1)).toBe('and 2 more')
})

test('the banner about booking requests no longer shows a request that was answered, or cancelled by its client', () => {
  const arrivals: Arrival[] = [requested('a'), requested('b'), requested('c'), { id: 'c', what: 'cancelled' }]
  const rows = [row('a'), row('b', 'confirmed'), row('c', 'cancelled'), row('d')]
  expect(unansweredArrivals(arrivals, rows, 'requested').map(({ id }) => id)).toEqual(['a'])
  expect(unansweredArrivals(arrivals, rows, 'cancelled').map(({ id }) => id)).toEqual(['c'])
})

test('the banner about booking requests shows a visit moved by its client until staff have answered the new time', () => {
  const arrivals: Arrival[] = [
    { id: 'a', what: 'moved' },
    { id: 'b', what: 'moved' },
  ]
  const rows = [row('a', 'resched'), row('b', 'confirmed')]
  expect(unansweredArrivals(arrivals, rows, 'moved').map(({ id }) => id)).toEqual(['a'])
})
