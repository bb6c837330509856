import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { questionMessages } from '#shared/appointments/booking-messages.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { refusalMessages } from '#shared/appointments/messages.ts'
import { publicClinic } from '#shared/clinic/public-profile.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { newsMessages } from '#shared/privacy/messages.ts'
import type { NewsChannel } from '#shared/privacy/news-contract.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { drawScreen, loseConnection, refuse } from '#web/test/screen.tsx'
import { BookingConfirmDialog, ConfirmAction, NewsCheckboxes, type Stage } from './booking-confirm-dialog.tsx'
import { FirstVisitNote, LogInNote } from './booking-notes.tsx'
import { BookingQuestions, questionsOf } from './booking-questions.tsx'
import { newBooking } from './booking.ts'
import { NOTHING_WRITTEN, requestBodyOf, submitBooking, type OwnTyped, type Typed } from './submit-booking.ts'
import type { BookingModel } from './use-booking.ts'

const wanted = {
  contact_number: null,
  appointment_date: '2026-11-23',
  appointment_time: '10:00:00',
  treatment_id: sampleId(11),
  service_id: sampleId(12),
}
const model = { sources: { booker: { status: 'ready', data: null } } } as unknown as BookingModel

/** The confirm button of the dialog, which sends the booking as in the app. */
function Confirming() {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const send = async () => {
    const outcome = await submitBooking(wanted, sampleId(13))
    if (outcome.kind !== 'booked') setStage(outcome)
  }
  return (
    <form action={() => void send()}>
      <ConfirmAction model={model} stage={stage}>
        Cancel
      </ConfirmAction>
    </form>
  )
}

function Ticking() {
  const [news, setNews] = useState<readonly NewsChannel[]>([])
  const booker = { status: 'ready', data: { newsToOffer: ['email', 'sms'] } }
  return (
    <>
      <NewsCheckboxes model={{ sources: { booker } } as unknown as BookingModel} value={news} onChange={setNews} />
      <output>{news.join()}</output>
    </>
  )
}

function Writing() {
  const [written, setWritten] = useState(NOTHING_WRITTEN)
  const sources = {
    booker: { status: 'ready', data: { user_role: 'client' } },
    services: { status: 'ready', data: [{ id: 'peel', questions: ['Are you pregnant?', 'Any allergy?'] }] },
  }
  const booking = { service: 'peel', earlier: [{ service: 'drip', questions: ['Any allergy?'] }] }
  const choices = { ...booking, treatment: 'faces', date: '2026-11-23', time: '10:00:00', practitioner: null }
  const asking = { booking, sources } as unknown as BookingModel
  const typed = { phone: '', news: undefined, written }
  return (
    <>
      <BookingQuestions model={asking} questions={questionsOf(asking)} value={written} onChange={setWritten} />
      <output>{JSON.stringify(requestBodyOf(choices as unknown as Parameters<typeof requestBodyOf>[0], typed))}</output>
    </>
  )
}

/** The confirm dialog in a page that keeps what was entered. */
function Dialog({ asking }: { asking: BookingModel }) {
  const [typed, setTyped] = useState<OwnTyped | null>(null)
  return <BookingConfirmDialog model={{ ...asking, typed, setTyped }} />
}

test('a client who books answers each question of the services once and can write a note; empty answers and notes are not sent', async () => {
  const { person } = drawScreen(<Writing />)
  expect(screen.getAllByRole('textbox').map((box) => (box as HTMLTextAreaElement).labels?.[0]?.textContent)).toEqual([
    'Any allergy?',
    'Are you pregnant?',
    questionMessages.note,
  ])
  const sent = () => JSON.parse(screen.getByRole('status').textContent) as object
  expect(sent()).not.toHaveProperty('answers')
  expect(sent()).not.toHaveProperty('client_note')
  await person.type(screen.getByRole('textbox', { name: 'Any allergy?' }), ' latex ')
  await person.type(screen.getByRole('textbox', { name: questionMessages.note }), 'I come with my baby')
  expect(sent()).toMatchObject({
    answers: [{ question: 'Any allergy?', answer: 'latex' }],
    client_note: 'I come with my baby',
  })
})

test('when the clinic changes a question while a client answers, the answers to other questions and the note are kept and sent', async () => {
  // jsdom has no modal dialogs, so the test adds their methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = () => undefined
  const sent: Typed[] = []
  const submit = async (typed: Typed) => {
    sent.push(typed)
    return submitBooking(wanted, sampleId(13))
  }
  const booker = {
    id: sampleId(1),
    user_role: 'client',
    contact_number: '09171234567',
    newsToOffer: [],
    firstVisitHours: null,
  }
  const asking = {
    booking: { ...newBooking, service: 'peel', date: '2026-11-23', time: '10:00:00' },
    sources: {
      booker: { status: 'ready', data: booker },
      services: { status: 'ready', data: [{ id: 'peel', questions: ['Are you pregnant?', 'Any allergy?'] }] },
      treatments: { status: 'loading' },
      deposit: { status: 'loading' },
    },
    people: [],
    clinic: publicClinic(profile),
    submit,
    dispatch: vi.fn(),
  } as unknown as BookingModel
  const newQuestions = ['Are you pregnant or nursing?', 'Any allergy?']
  const message = refusalMessages.questionsChanged
  refuse(appointmentsContract.book, { status: 409, code: 'conflict', message, data: newQuestions })
  const { person } = drawScreen(<Dialog asking={asking} />)
  const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
  await person.type(box('Are you pregnant?'), 'No')
  await person.type(box('Any allergy?'), 'Latex')
  await person.type(box(questionMessages.note), 'I come by bus')
  await person.click(screen.getByRole('button', { name: 'Confirm Booking' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect([
    box('Are you pregnant or nursing?').value,
    box('Any allergy?').value,
    box(questionMessages.note).value,
  ]).toEqual(['', 'Latex', 'I come by bus'])
  await person.click(screen.getByRole('button', { name: 'Confirm Booking' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.written).toEqual({ answers: { 'Any allergy?': 'Latex' }, note: 'I come by bus' })
})

test('when confirming a booking, news by e-mail and by SMS are offered separately, and never ticked beforehand', async () => {
  const { person } = drawScreen(<Ticking />)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
  await person.click(screen.getByRole('checkbox', { name: newsMessages.ask.sms }))
  expect(screen.getByRole('status').textContent).toBe('sms')
  await person.click(screen.getByRole('checkbox', { name: newsMessages.ask.sms }))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a client who has answered about news before, and a visitor, are not asked about news', () => {
  drawScreen(<NewsCheckboxes model={model} value={[]} onChange={() => undefined} />)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('when a booking fails and the server gives no reason, the dialog asks the user to try again', async () => {
  refuse(appointmentsContract.book, { status: 500, message: 'Something went wrong.' })
  const { person } = drawScreen(<Confirming />)
  await person.click(await screen.findByRole('button', { name: 'Confirm Booking' }))
  expect(await screen.findByText('Failed to book appointment. Please try again.')).toBeTruthy()
})

test('a booking that is sent on an offline device shows that there is no connection, and not that booking has failed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  loseConnection(appointmentsContract.book)
  const { person } = drawScreen(<Confirming />)
  await person.click(await screen.findByRole('button', { name: 'Confirm Booking' }))
  expect(await screen.findByText(/^You are offline\./)).toBeTruthy()
  expect(screen.queryByText(/Failed to book/)).toBeNull()
})

test('a visitor is told before the last step that a log-in is needed, with a link that keeps the choices', async () => {
  const leaveForLogin = vi.fn()
  const { person } = drawScreen(<LogInNote model={{ ...model, leaveForLogin }} />)
  expect(screen.getByText(/You need to login first to book an appointment\./)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Log in or create an account' })
  link.addEventListener('click', (event) => event.preventDefault())
  await person.click(link)
  expect(leaveForLogin).toHaveBeenCalledOnce()
})

test('the time of a first visit is reserved for the clinic’s number of hours, at most until it starts', () => {
  const inDays = (days: number) => manilaDate(new Date(Date.now() + days * 86_400_000))
  drawScreen(
    <>
      <FirstVisitNote hours={48} date={inDays(1)} time="10:00:00" />
      <FirstVisitNote hours={48} date={inDays(5)} time="10:00:00" />
    </>,
  )
  const until = 'The clinic confirms your first visit. Until then we hold this time'
  expect(screen.getByText(`${until}, at most until the visit begins.`)).toBeTruthy()
  expect(screen.getByText(`${until} for 48 hours.`)).toBeTruthy()
})
