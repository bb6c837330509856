import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useReducer } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { questionMessages } from '#shared/appointments/booking-messages.ts'
import { availabilityContract, holdContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { availabilityMessages } from '#shared/appointments/messages.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { publicClinic } from '#shared/clinic/public-profile.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { addDays, formatLongDate } from '#shared/lib/manila-time.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { sampleClientAppointment } from '#shared/test/samples.ts'
import { withBookingBrowser } from '#web/test/booking-browser.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import {
  answer,
  answerBy,
  answerLater,
  asked,
  drawScreen,
  loseConnection,
  personOfRole,
  refuse,
} from '#web/test/screen.tsx'
import { writeDraft } from './booking-draft.ts'
import { BookingPage, type LateParts, useLateParts, Wizard } from './booking-page.tsx'
import { bookingReducer, newBooking, type Choices } from './booking.ts'
import type { BookingModel } from './use-booking.ts'

withMorning()
withBookingBrowser()
beforeEach(() => window.history.replaceState(null, '', '/BookAppointment'))

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

const [facials, peels] = [sampleId(11), sampleId(21)]
const treatment = (id: string, treatment_name: string) => ({
  id,
  treatment_name,
  treatment_description: '',
  treatment_pic: null,
})
const SERVICE = {
  service_description: '',
  service_price: 1500,
  service_pic: null,
  duration_minutes: 30,
  questions: [],
}
const service = (id: string, treatment_id: string, service_name: string) => ({
  ...SERVICE,
  id,
  treatment_id,
  service_name,
})
const hydra = service(sampleId(12), facials, 'Hydra Glow Facial')
const glycolic = service(sampleId(22), peels, 'Glycolic Peel')
const day = addDays(TODAY, 2)
const complete: Choices = { treatment: facials, service: hydra.id, date: day, time: '15:00:00' }

/** Draws the booking page for a client of a clinic with two treatments. `choices` were made in this tab before. */
function drawBooking(choices?: Choices) {
  answer(bookingCatalogueContract.treatments, {
    data: [treatment(facials, 'Signature Facials'), treatment(peels, 'Chemical Peels')],
  })
  answerBy(bookingCatalogueContract.services, ({ pathname }) => ({
    data: [hydra, glycolic].filter(({ treatment_id }) => pathname.endsWith(treatment_id)),
  }))
  answer(sessionContract.session, { user: personOfRole('client') })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  const offer = { duration_minutes: 30, practitioners: [], horizon_days: null, minimum_notice_minutes: 0 }
  answer(availabilityContract.availability, { data: { ...offer, days: [{ date: TODAY, starts: [] }] } })
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  answer(holdContract.hold, reserved)
  refuse(appointmentsContract.mine)
  refuse(newsContract.mine)
  refuse(ownDepositsContract.ownTerms)
  if (choices) sessionStorage.setItem('mutya.booking', writeDraft({ choices, confirming: false }))
  return draw()
}
const reserved = { data: { held_until: '2026-11-21T01:10:00.000Z', seconds_left: 600 } }

/** A name that contains HTML, which the page shows as plain text. */
const NAME = `Tita's "Glow" <img src=x onerror=alert(1)> & Co`

function draw() {
  const { person } = drawScreen(<BookingPage clinic={publicClinic({ ...profile, name: NAME })} />, { role: 'client' })
  return { person, press: async (name: string | RegExp) => person.click(await screen.findByRole('button', { name })) }
}
const steps = () => within(screen.getByRole('navigation'))
const step = (name: RegExp) => steps().getByRole<HTMLButtonElement>('button', { name })
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })
const pressed = (name: RegExp) => screen.findByRole('button', { name, pressed: true })

test('going back in the booking wizard keeps the choices; after another treatment is chosen, one of its services must be chosen', async () => {
  const { person, press } = drawBooking({ ...complete, time: null })
  expect(steps().getAllByRole('button')).toHaveLength(4)
  await press('3:00 PM')
  expect(await screen.findByRole('timer', { name: 'Time left' })).toBeTruthy()
  await person.click(step(/Treatment/))
  await press('Next')
  expect(await pressed(/^Hydra Glow Facial/)).toBeTruthy()
  // Drawing the page again in the same browser tab stands for a reload.
  cleanup()
  const { person: again, press: pressAgain } = draw()
  expect(await heading('Choose Your Time')).toBeTruthy()
  expect(await pressed(/^3:00 PM/)).toBeTruthy()
  await again.click(step(/Treatment/))
  await pressAgain(/^Chemical Peels/)
  expect(await heading('Select Your Service')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
  expect(step(/Date/).disabled).toBe(true)
  // The page remembers the chosen time, but marks no step as done, because the service is still missing.
  for (const name of [/Service/, /Date/, /Time/]) expect(step(name).textContent).not.toContain('done')
  expect(screen.getAllByText('Choose a service')).toHaveLength(1)
})

test('a booking link opens the wizard at the services of its treatment; an invalid link opens it at the first step', async () => {
  const unknown = sampleId(99)
  const open = (query: string) => {
    window.history.replaceState(null, '', `/BookAppointment?${query}`)
    return drawBooking()
  }
  open(`treatment=${facials}&service=${unknown}`)
  expect(await heading('Select Your Service')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Hydra Glow Facial/, pressed: false })).toBeTruthy()
  // The page reads the treatment from the address once and removes it, so a reload keeps later choices.
  expect(window.location.pathname + window.location.search).toBe('/BookAppointment')
  cleanup()
  sessionStorage.clear()
  open(`treatment=${unknown}`)
  expect(await screen.findByRole('button', { name: /^Signature Facials/ })).toBeTruthy()
  expect(await heading('Choose Your Treatment')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(NAME)).toBeTruthy()
})

/** Presses both buttons that book: the one of the summary and the one of the dialog. */
async function confirm(press: ReturnType<typeof draw>['press']) {
  await press('Confirm Booking')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Your Booking' }))
  dialog.getByRole('button', { name: 'Confirm Booking' }).click()
}

test('a client who is booking a day that staff close meanwhile sees a message, and can choose another day', async () => {
  const { press } = drawBooking(complete)
  expect(await pressed(/^3:00 PM/)).toBeTruthy()
  const message = 'The clinic is closed on that date. Please choose another date.'
  answer(closedDatesContract.disabledDates, { data: [{ id: sampleId(71), date: day, status: 'pending' }] })
  refuse(appointmentsContract.book, { status: 409, code: 'conflict', message })
  await confirm(press)
  expect(await heading('Select Your Date')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(screen.queryByRole('dialog')).toBeNull()
  const date = (label: string) => screen.getByLabelText(label).getAttribute('aria-disabled')
  expect(date(`${formatLongDate(day)}, Closed`)).toBe('true')
  expect(date(formatLongDate(addDays(day, 1)))).toBe('false')
})

const confirmDialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm Your Booking' }))
const note = async () =>
  (await confirmDialog()).findByRole<HTMLTextAreaElement>('textbox', { name: questionMessages.note })

test('what a client has written while booking is kept when the confirm dialog closes, when the chosen time is lost, and during a log-in, but another person does not see it', async () => {
  const { person, press } = drawBooking(complete)
  answer(holdContract.giveUp, { success: true })
  await press('Confirm Booking')
  await person.type(await note(), 'I come by bus')
  await person.type((await confirmDialog()).getByLabelText(availabilityMessages.mobileNumber), '0917')
  await person.click((await confirmDialog()).getByText('Cancel'))
  await press('Confirm Booking')
  expect((await note()).value).toBe('I come by bus')
  refuse(appointmentsContract.book, { status: 409, code: 'slot_taken', message: 'Taken.' })
  const phone = await (await confirmDialog()).findByLabelText<HTMLInputElement>(availabilityMessages.mobileNumber)
  expect(phone.value).toBe('0917')
  await person.clear(phone)
  ;(await confirmDialog()).getByRole('button', { name: 'Confirm Booking' }).click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('4:00 PM')
  await press('Confirm Booking')
  expect((await note()).value).toBe('I come by bus')
  expect(sessionStorage.getItem('mutya.booking')).not.toContain('bus')
  refuse(appointmentsContract.book, { status: 401, code: 'unauthenticated', message: 'Log in.' })
  ;(await confirmDialog()).getByRole('button', { name: 'Confirm Booking' }).click()
  const logIn = await (await confirmDialog()).findByRole('link', { name: availabilityMessages.haveAccount })
  logIn.addEventListener('click', (event) => event.preventDefault())
  const stored = () => sessionStorage.getItem('mutya.booking') ?? ''
  await person.click(logIn)
  expect(stored()).toContain('bus')
  const atLogIn = stored()
  cleanup()
  draw()
  expect((await note()).value).toBe('I come by bus')
  expect(stored()).not.toContain('bus')
  cleanup()
  sessionStorage.setItem('mutya.booking', atLogIn)
  answer(sessionContract.session, { user: { ...personOfRole('client'), id: sampleId(98) } })
  draw()
  expect((await note()).value).toBe('')
})

test('a booking is sent only after its slot is reserved, because somebody else could take the slot until then', async () => {
  const { press } = drawBooking({ ...complete, time: null })
  const release = answerLater(holdContract.hold, reserved)
  answer(appointmentsContract.book, { data: sampleClientAppointment({ appointment_status: 'pending' }) })
  await press('3:00 PM')
  await confirm(press)
  await waitFor(() => expect(asked).toContain('POST /api/holds'))
  // Without the wait for the reservation, the booking would be sent within a few milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked).not.toContain('POST /api/store-appointments')
  release()
  expect(await heading('Your booking has been received.')).toBeTruthy()
  expect(asked).toContain('POST /api/store-appointments')
})

test('without a connection the booking page offers no times, and Try again loads them', async () => {
  const { press } = drawBooking({ ...complete, date: null, time: null })
  loseConnection(appointmentsContract.unavailableTimes)
  await press(formatLongDate(day))
  const failed = within(await screen.findByRole('alert'))
  expect(failed.getByText('Failed to check time conflict.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /[AP]M/ })).toBeNull()
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  await press('Try again')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '10:30 AM' })).disabled).toBe(false)
})

test('days of the booking calendar can be chosen with the keyboard, and a day that cannot be chosen shows why', async () => {
  const { person, press } = drawBooking({ ...complete, date: null, time: null })
  const month = async (name: string) => (await screen.findByRole('heading', { name, level: 2 })).textContent
  expect(await month('November 2026')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual(WEEK)
  expect(document.querySelectorAll('[role=gridcell]')).toHaveLength(42)
  await press('Next month')
  expect(await month('December 2026')).toBeTruthy()
  await press('Previous month')
  expect(await month('November 2026')).toBeTruthy()
  const stops = () => document.querySelectorAll<HTMLElement>('[role=gridcell] [tabindex="0"]')
  expect(stops()).toHaveLength(1)
  stops()[0]!.focus()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await person.keyboard('{PageDown}{Home}')
  expect(focused()).toMatch(/^Sunday, /)
  await person.keyboard('{End}')
  expect(focused()).toMatch(/^Saturday, /)
  expect(stops()).toHaveLength(1)
  await person.keyboard('{PageDown}'.repeat(14))
  expect(screen.getByRole('button', { name: 'Next month' }).getAttribute('aria-disabled')).toBe('true')
  await person.keyboard(`${'{ArrowDown}'.repeat(5)}{Enter}`)
  expect(screen.getByText(/Appointments can be booked up to 12 months ahead\.$/)).toBeTruthy()
  await person.keyboard('{PageUp}{Enter}')
  expect(await heading('Choose Your Time')).toBeTruthy()
})
const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
