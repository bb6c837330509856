import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { alertsContract, type ChartAlert, type ClientAlert } from '#shared/alerts/contract.ts'
import { clientCardsContract } from '#shared/client-cards/contract.ts'
import { myDayContract, type OwnVisit } from '#shared/my-day/contract.ts'
import MyDayPage from '#web/my-day/my-day-page.tsx'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { AlertLine } from './alert-line.tsx'
import ClientCardSection from './client-card-section.tsx'
import { ReasonQuestions } from './reason-questions.tsx'

withMorning()

const clientId = sampleId(1)
const peels = { id: sampleId(70), name: 'Peels' }
const allergy: ClientAlert = {
  id: sampleId(50),
  client_id: clientId,
  kind: 'allergy',
  text: 'lidocaine',
  treatments: [],
}
const keloids: ClientAlert = {
  ...allergy,
  id: sampleId(51),
  client_id: sampleId(2),
  kind: 'keloids',
  text: null,
  treatments: [peels],
}

const listRequests = () => asked.filter((call) => call === 'GET /api/alerts')

const inChart = (alert: ClientAlert, ended: ChartAlert['ended'] = null): ChartAlert => ({
  ...alert,
  added: { by: 'Dra. Reyes', at: `${TODAY}T09:00:00+08:00` },
  ended,
  is_replaced: false,
})

const visit: OwnVisit = {
  id: sampleId(3),
  client_id: clientId,
  name: 'Bianca Garcia',
  appointment_date: TODAY,
  appointment_time: '09:00:00',
  starts_at: `${TODAY}T09:00:00+08:00`,
  duration_minutes: 30,
  status: 'confirmed',
  version: 1,
  service_name: 'Diamond peel',
  further_services: [],
  room_name: 'Room 1',
  whole: null,
  arrived_at: `${TODAY}T08:50:00+08:00`,
  note: { text: null, version: 1 },
  client_note: null,
  undo: null,
  overdue: false,
}

const lines = (
  <>
    <AlertLine clientId={clientId} />
    <AlertLine clientId={sampleId(2)} isShort />
    <AlertLine clientId={sampleId(4)} />
    <AlertLine clientId={null} />
  </>
)

test('one call reads the alerts of all clients on a page, and the page shows them in words', async () => {
  answer(alertsContract.list, { data: [allergy, keloids] })
  drawScreen(lines, { keepsCharts: true })
  expect(await screen.findByText('Allergy: lidocaine')).toBeTruthy()
  expect(await screen.findByText('Keloids')).toBeTruthy()
  expect(screen.getByText('Speaks against Peels')).toBeTruthy()
  expect(screen.getAllByRole('list')).toHaveLength(1)
  expect(listRequests()).toHaveLength(1)
})

test('a clinic without a clinical record requests no alerts', async () => {
  answer(alertsContract.list, { data: [allergy] })
  drawScreen(
    <>
      {lines}
      <p>Page</p>
    </>,
  )
  await screen.findByText('Page')
  // Alerts are requested some milliseconds after the first view, so the test waits longer to be sure that none are.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(listRequests()).toEqual([])
})

test('when a client’s alerts cannot be loaded, a message says so, so that it does not look as if there were none', async () => {
  refuse(alertsContract.list)
  const { person } = drawScreen(<AlertLine clientId={clientId} />, { keepsCharts: true })
  expect(await screen.findByText('Alerts could not be loaded.')).toBeTruthy()
  answer(alertsContract.list, { data: [allergy] })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Allergy: lidocaine')).toBeTruthy()
})

test('starting a visit in spite of an alert asks for a reason, and sends the reason with the texts of the alerts that were shown', async () => {
  answer(myDayContract.day, { data: { practitioner_name: 'Dra. Reyes', visits: [visit] } })
  answer(alertsContract.list, { data: [] })
  const questions = [{ kind: 'alert', key: 'alert:1', alert_kind: 'isotretinoin', text: null, treatments: ['Peels'] }]
  const refusal = { status: 409, code: 'needs_reason', message: 'Give a reason', data: { questions } }
  refuse(myDayContract.changeStatus, refusal)
  const page = (
    <>
      <MyDayPage />
      <ReasonQuestions />
    </>
  )
  const { person } = drawScreen(page, { role: 'practitioner', keepsCharts: true })
  const start = await screen.findByRole('button', { name: /Start/ })
  await person.click(start)
  const first = within(await screen.findByRole('dialog', { name: 'Start this visit anyway?' }))
  expect(first.getByText('Isotretinoin speaks against Peels')).toBeTruthy()
  await person.click(first.getByRole('button', { name: 'Start anyway' }))
  expect(await first.findByText('Write a reason to go on.')).toBeTruthy()
  await person.click(first.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('The visit was not changed.')).toBeNull()
  await person.click(start)
  const again = within(await screen.findByRole('dialog', { name: 'Start this visit anyway?' }))
  await person.type(again.getByRole('textbox', { name: /^Reason/ }), 'Only the chin')
  answer(myDayContract.changeStatus, { data: { ...visit, status: 'on-going' } })
  await person.click(again.getByRole('button', { name: 'Start anyway' }))
  expect(await screen.findByText('The treatment of Bianca Garcia has started.')).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    status: 'on-going',
    override: { reason: 'Only the chin', questions: ['alert:1'] },
  })
})

const drawCard = (isLocked = false) => {
  answer(alertsContract.list, { data: [] })
  refuse(clientCardsContract.card, { status: 404, message: 'No card' })
  answerBy(alertsContract.ofChart, () => ({
    data: {
      current: [inChart(allergy)],
      ended: [inChart({ ...keloids, text: 'on the chest' }, { by: 'Ada Admin', at: `${TODAY}T08:00:00+08:00` })],
      reasons: [
        {
          id: sampleId(60),
          step: 'booked' as const,
          reason: 'Patch test was clear',
          questions: [
            { kind: 'alert' as const, key: 'a', alert_kind: 'pregnancy' as const, text: null, treatments: ['Peels'] },
          ],
          visit: { date: TODAY, service: 'Diamond peel' },
          given_at: `${TODAY}T08:30:00+08:00`,
          given_by: 'Carlo Cashier',
        },
      ],
      offered_treatments: [peels],
    },
  }))
  return drawScreen(<ClientCardSection clientId={clientId} name="Bianca Garcia" isLocked={isLocked} />, {
    keepsCharts: true,
  })
}

test('the client card lists current and ended alerts with person and date, and the reasons given for visits in spite of an alert', async () => {
  drawCard()
  expect(await screen.findByText('Allergy: lidocaine')).toBeTruthy()
  expect(screen.getByText('Keloids: on the chest')).toBeTruthy()
  expect(screen.getByText(/^Ended by Ada Admin/)).toBeTruthy()
  expect(screen.getByText('Patch test was clear')).toBeTruthy()
  expect(screen.getByText('Pregnancy speaks against Peels')).toBeTruthy()
})

test('an alert is added with the treatments that the client should not have, and is ended after a confirmation', async () => {
  const { person } = drawCard()
  answer(alertsContract.add, { data: inChart(allergy) })
  await person.click(await screen.findByRole('button', { name: 'Add alert' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add alert' }))
  await person.type(dialog.getByRole('textbox', { name: /^Details/ }), 'penicillin')
  await person.click(dialog.getByRole('combobox', { name: 'Speaks against' }))
  await person.click(await screen.findByRole('option', { name: 'Peels' }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Alert saved.')).toBeTruthy()
  expect(sentBodies).toContainEqual({ kind: 'allergy', text: 'penicillin', treatment_ids: [peels.id] })
  answer(alertsContract.end, { data: inChart(allergy) })
  await person.click(screen.getByRole('button', { name: 'End alert: Allergy: lidocaine' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }))
  expect(await screen.findByText('Alert ended.')).toBeTruthy()
})

test('a locked chart has no buttons that change alerts', async () => {
  drawCard(true)
  expect(await screen.findByText('Allergy: lidocaine')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /alert/i })).toBeNull()
})
