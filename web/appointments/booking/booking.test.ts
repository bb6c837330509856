import { expect, test } from 'vitest'
import {
  bookingReducer,
  isComplete,
  isDone,
  isReachable,
  mayGoOn,
  newBooking,
  servicesKey,
  type Booking,
  type BookingEvent,
} from './booking.ts'

const chosen: Booking = {
  ...newBooking,
  treatment: 'facials',
  service: 'glow',
  date: '2026-11-24',
  time: '10:30:00',
  step: 4,
}
const at = (changes: Partial<Booking>): Booking => ({ ...chosen, ...changes })

test.each<[string, Booking, BookingEvent, Partial<Booking>]>([
  [
    'choosing a treatment starts the automatic advance',
    newBooking,
    { type: 'treatment-chosen', id: 'facials' },
    { treatment: 'facials', step: 1, advancing: true },
  ],
  [
    'changing the treatment clears the service and keeps date and time',
    at({ step: 1 }),
    { type: 'treatment-chosen', id: 'laser' },
    { treatment: 'laser', service: null, date: '2026-11-24', time: '10:30:00', advancing: true },
  ],
  [
    'choosing the same treatment again keeps the service',
    at({ step: 1 }),
    { type: 'treatment-chosen', id: 'facials' },
    { treatment: 'facials', service: 'glow', advancing: true },
  ],
  [
    'choosing a service starts the automatic advance',
    at({ step: 2, service: null }),
    { type: 'service-chosen', id: 'peel' },
    { service: 'peel', step: 2, advancing: true },
  ],
  [
    'choosing another date clears the time',
    at({ step: 3 }),
    { type: 'date-chosen', date: '2026-11-25' },
    { date: '2026-11-25', time: null, advancing: true, month: '2026-11-01' },
  ],
  [
    'choosing the same date again keeps the time',
    at({ step: 3 }),
    { type: 'date-chosen', date: '2026-11-24' },
    { time: '10:30:00', advancing: true },
  ],
  [
    'choosing a time stays on the last step',
    at({ time: null }),
    { type: 'time-chosen', time: '00:00:00' },
    { time: '00:00:00', step: 4, advancing: false },
  ],
  [
    'the automatic advance shows the next step',
    at({ step: 2, advancing: true }),
    { type: 'advanced' },
    { step: 3, advancing: false },
  ],
  [
    'the automatic advance does nothing after another step was opened',
    at({ step: 1, advancing: false }),
    { type: 'advanced' },
    { step: 1, advancing: false },
  ],
  [
    'the automatic advance stays on a step whose choice was withdrawn meanwhile',
    at({ step: 2, service: null, advancing: true }),
    { type: 'advanced' },
    { step: 2, advancing: false },
  ],
  ['a reachable step can be visited', chosen, { type: 'step-chosen', step: 1 }, { step: 1, service: 'glow' }],
  [
    'opening a step ends the automatic advance',
    at({ step: 2, advancing: true }),
    { type: 'step-chosen', step: 1 },
    { step: 1, advancing: false },
  ],
  [
    'a step that is not reachable cannot be visited',
    at({ step: 1, service: null }),
    { type: 'step-chosen', step: 3 },
    { step: 1 },
  ],
  [
    'the confirm dialog of the booking opens when everything is chosen',
    chosen,
    { type: 'confirm-opened' },
    { confirming: true },
  ],
  [
    'the confirm dialog of the booking does not open without a time',
    at({ time: null }),
    { type: 'confirm-opened' },
    { confirming: false },
  ],
  [
    'closing the confirm dialog of the booking keeps the choices',
    at({ confirming: true }),
    { type: 'confirm-closed' },
    { ...chosen },
  ],
  [
    'a confirm dialog of the booking that could not be loaded shows a message and keeps the choices',
    at({ confirming: true }),
    { type: 'confirm-closed', notice: 'no answer' },
    { ...chosen, notice: 'no answer' },
  ],
  [
    'a chosen time that somebody else booked is cleared, and the other choices are kept',
    at({ confirming: true }),
    { type: 'choice-lost', choice: 'time', notice: 'taken' },
    { time: null, date: '2026-11-24', service: 'glow', step: 4, confirming: false, notice: 'taken' },
  ],
  [
    'if the chosen date can no longer be booked, the date and its time are cleared, and the step in which a date is chosen opens',
    at({ confirming: true }),
    { type: 'choice-lost', choice: 'date', notice: 'closed' },
    { date: null, time: null, treatment: 'facials', service: 'glow', step: 3, confirming: false, notice: 'closed' },
  ],
  [
    'when the chosen date of a booking is lost, its month stays displayed',
    at({ month: '2027-01-01' }),
    { type: 'choice-lost', choice: 'date', notice: 'closed' },
    { date: null, month: '2027-01-01' },
  ],
  [
    'showing another month of the booking calendar keeps the chosen date',
    at({ step: 3 }),
    { type: 'month-turned', month: '2027-02-01' },
    { date: '2026-11-24', month: '2027-02-01' },
  ],
  [
    'when the chosen date is no longer free while an earlier step is open, that step stays open',
    at({ step: 1 }),
    { type: 'choice-lost', choice: 'date', notice: 'closed' },
    { date: null, time: null, step: 1, notice: 'closed' },
  ],
  [
    'a treatment that is no longer offered is cleared with its service',
    chosen,
    { type: 'choice-lost', choice: 'treatment', notice: 'gone' },
    { treatment: null, service: null, date: '2026-11-24', step: 1 },
  ],
  [
    'the message that a time was lost changes nothing if another time is chosen by now',
    newBooking,
    { type: 'choice-lost', choice: 'time', notice: 'taken' },
    { ...newBooking },
  ],
  [
    'the next choice of the visitor removes the message about a lost choice',
    at({ notice: 'taken', time: null }),
    { type: 'time-chosen', time: '11:00:00' },
    { notice: null },
  ],
  [
    'after the choices of a booking are restored, the first incomplete step opens',
    newBooking,
    { type: 'restored', choices: { treatment: 'facials', service: 'glow', date: null, time: null }, confirming: false },
    { treatment: 'facials', service: 'glow', step: 3, confirming: false },
  ],
  [
    'after the log-in the confirm dialog of the booking is open again',
    newBooking,
    { type: 'restored', choices: chosen, confirming: true },
    { ...chosen, confirming: true, month: '2026-11-01' },
  ],
  [
    'a treatment from a link that the clinic does not offer is cleared without a message',
    at({ linked: true, step: 2, service: null, date: null, time: null }),
    { type: 'choice-lost', choice: 'treatment', notice: 'Treatment not found' },
    { treatment: null, step: 1, notice: null },
  ],
  [
    'after the visitor has chosen something, losing the service shows a message, even if a link opened the wizard',
    bookingReducer(at({ linked: true, step: 3, date: null, time: null }), { type: 'date-chosen', date: '2026-11-24' }),
    { type: 'choice-lost', choice: 'service', notice: 'This service is not offered any more.' },
    { service: null, step: 2, notice: 'This service is not offered any more.' },
  ],
  [
    'from a saved draft neither a service without its treatment nor a time without its date is restored',
    newBooking,
    { type: 'restored', choices: { treatment: null, service: 'glow', date: null, time: '10:30:00' }, confirming: true },
    { service: null, time: null, step: 1, confirming: false },
  ],
  [
    'a successful booking clears all choices and closes the confirm dialog',
    at({ confirming: true }),
    { type: 'booked' },
    newBooking,
  ],
])('%s', (_, before, event, expected) => {
  expect(bookingReducer(before, event)).toMatchObject(expected)
})

test('in the booking, Next is enabled only when the current step and all earlier steps are complete', () => {
  const none = { treatment: null, service: null, date: null, time: null }
  expect(mayGoOn(newBooking)).toBe(false)
  expect(mayGoOn(at({ ...none, treatment: 'facials', step: 1 }))).toBe(true)
  expect(mayGoOn(at({ ...none, treatment: 'facials', step: 2 }))).toBe(false)
  expect(mayGoOn(at({ time: null, date: null, step: 2 }))).toBe(true)
  expect(mayGoOn(at({ service: null, step: 3 }))).toBe(false)
  expect(mayGoOn(at({ time: null, step: 3 }))).toBe(true)
  expect(mayGoOn(at({ time: null }))).toBe(false)
  expect(mayGoOn(chosen)).toBe(true)
})

test('no times are shown for a date as long as no service is chosen', () => {
  const choices = { treatment: 'facials', service: null, date: '2026-11-24', time: '10:30:00' }
  expect(isReachable(choices, 2)).toBe(true)
  expect(isReachable(choices, 3)).toBe(false)
  expect(isReachable(choices, 4)).toBe(false)
  expect(isComplete(choices)).toBe(false)
})

test('a step of the booking is complete only if all earlier steps are: without a service, neither the date step nor the time step is complete', () => {
  const all = { treatment: 'facials', service: 'peel', date: '2026-12-01', time: '09:00:00' }
  const done = (choices: typeof all | (Omit<typeof all, 'service'> & { service: null })) =>
    ([1, 2, 3, 4] as const).filter((step) => isDone(choices, step))
  expect(done(all)).toEqual([1, 2, 3, 4])
  expect(done({ ...all, service: null })).toEqual([1])
})

const drip = {
  treatment: 'drips',
  treatmentName: 'Drips',
  service: 'drip',
  name: 'Glow Drip',
  minutes: 30,
  price: 90_000,
}

test('adding another service to the visit starts at the first step; the date is kept, time and practitioner are not', () => {
  const adding = bookingReducer(at({ practitioner: 'ana' }), { type: 'service-added', earlier: drip, hasMore: false })
  expect(adding).toMatchObject({
    earlier: [drip],
    treatment: null,
    service: null,
    date: '2026-11-24',
    time: null,
    practitioner: null,
    step: 1,
  })
  expect(isReachable(adding, 3)).toBe(false)
  expect(servicesKey(adding)).toBeNull()
  expect(servicesKey({ ...adding, service: 'glow' })).toBe('drip,glow')
})

test('adding another service to a visit shows the services of the same treatment as long as the treatment has others', () => {
  const adding = bookingReducer(at({}), { type: 'service-added', earlier: drip, hasMore: true })
  expect(adding).toMatchObject({ earlier: [drip], treatment: at({}).treatment, service: null, step: 2 })
})

test('each service of a visit can be removed: one that was chosen earlier, the last one, or the one that is being chosen', () => {
  const two = at({ earlier: [drip] })
  expect(bookingReducer(two, { type: 'service-removed', index: 0 })).toMatchObject({
    earlier: [],
    service: 'glow',
    time: null,
    step: 3,
  })
  expect(bookingReducer(two, { type: 'service-removed', index: 1 })).toMatchObject({
    earlier: [],
    treatment: 'drips',
    service: 'drip',
    time: null,
    step: 3,
  })
  const adding = at({ earlier: [drip], treatment: null, service: null, step: 1 })
  expect(bookingReducer(adding, { type: 'service-removed', index: 1 })).toMatchObject({ earlier: [], service: 'drip' })
  expect(bookingReducer(chosen, { type: 'service-removed', index: 0 })).toBe(chosen)
})

test('a practitioner named by a booking link is kept when the first service is chosen, and cleared when another one is chosen', () => {
  const choices = { treatment: null, service: null, date: null, time: null, practitioner: 'p1' }
  const events: BookingEvent[] = [
    { type: 'restored', choices, confirming: false, linked: true },
    { type: 'treatment-chosen', id: 't1' },
    { type: 'service-chosen', id: 's1' },
  ]
  const booking = events.reduce(bookingReducer, newBooking)
  expect(booking).toMatchObject({ treatment: 't1', service: 's1', practitioner: 'p1' })
  expect(bookingReducer(booking, { type: 'service-chosen', id: 's2' }).practitioner).toBeNull()
})
