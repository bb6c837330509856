import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { walkInsContract, type WalkIn } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { withMorning } from '#web/test/clock.ts'
import { client, listOf, page, sampleContact, sampleId, sampleWalkIn, service } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { AddWalkInDialog } from './add-walk-in-dialog.tsx'
import { TakeInDialog } from './take-in-dialog.tsx'

withMorning()

const BEA = sampleId(102)
const waiting = sampleWalkIn
const takenIn: WalkIn = { ...waiting, state: 'taken-in', appointment_id: sampleId(90) }
const alerts = {
  data: [{ id: sampleId(50), client_id: client.id, kind: 'allergy' as const, text: 'lidocaine', treatments: [] }],
}
const ALERT = 'Allergy: lidocaine'

const answerOptions = () =>
  answer(walkInsContract.startOptions, {
    data: {
      appointment_time: '09:00:00',
      options: [{ practitioner_id: BEA, name: 'Bea', conflicts: [] }],
      obstacle: null,
    },
  })

const button = (name: string) => screen.findByRole('button', { name })
const isDisabled = async (name: string) => (await button(name)).getAttribute('aria-disabled') === 'true'

function drawDialog() {
  answer(clientsContract.contacts, { data: [sampleContact()], total: 1, ...page })
  answer(catalogueContract.services, listOf(service))
  answer(walkInsContract.add, { data: takenIn })
  answerOptions()
  const onClose = vi.fn()
  return {
    onClose,
    ...drawScreen(<AddWalkInDialog open onClose={onClose} />, { role: 'cashier', keepsCharts: true }),
  }
}

type Person = ReturnType<typeof drawDialog>['person']

/** Chooses the service, and that the visit starts now. */
async function chooseStartNow(person: Person) {
  await person.type(screen.getByRole('combobox', { name: /^Service/ }), 'Hydra')
  await person.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  await person.click(screen.getByRole('radio', { name: s.takenIn }))
}

test('the alerts of an existing client who walks in are shown below the name, and the visit cannot be started before they are loaded', async () => {
  const { person, onClose } = drawDialog()
  const arrive = answerLater(alertsContract.list, alerts)
  await person.type(await screen.findByRole('combobox', { name: /^Full Name/ }), 'bianca')
  await person.click(await screen.findByRole('option', { name: /^Bianca Garcia/ }))
  await chooseStartNow(person)
  await waitFor(() => expect(asked).toContain('GET /api/walk-ins/start-options'))
  expect(await isDisabled('ADD CLIENT')).toBe(true)
  arrive()
  expect(await screen.findByText(ALERT)).toBeTruthy()
  expect(await screen.findByRole('radio', { name: /^Bea/ })).toBeTruthy()
  await person.click(await button('ADD CLIENT'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentBodies).toEqual([{ user_id: client.user_id, service_id: service.id, now_with: { practitioner_id: BEA } }])
})

test('if a walk-in whose visit should start now is an existing client, the alerts are shown before the visit can be started', async () => {
  const { person, onClose } = drawDialog()
  answer(alertsContract.list, alerts)
  const data = { candidates: [sampleContact()] }
  refuse(clientsContract.create, { status: 409, message: 'Is it?', code: 'possible_duplicate', data })
  await person.type(await screen.findByRole('combobox', { name: /^Full Name/ }), 'Bianca G')
  await chooseStartNow(person)
  await screen.findByRole('radio', { name: /^Bea/ })
  await person.click(await button('ADD CLIENT'))
  await person.click(await button(`Use this client: ${client.name}`))
  expect(await screen.findByText(ALERT)).toBeTruthy()
  expect(asked).not.toContain('POST /api/walk-ins')
  await screen.findByRole('radio', { name: /^Bea/ })
  await person.click(await button('ADD CLIENT'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toMatchObject({ user_id: client.user_id, now_with: { practitioner_id: BEA } })
})

test('the dialog that starts the visit of a waiting walk-in shows the client’s alerts, and cannot be sent before they are loaded', async () => {
  answerOptions()
  answer(walkInsContract.takeIn, { data: takenIn })
  const arrive = answerLater(alertsContract.list, alerts)
  const onClose = vi.fn()
  const { person } = drawScreen(<TakeInDialog open onClose={onClose} walkIn={waiting} />, {
    role: 'cashier',
    keepsCharts: true,
  })
  await waitFor(() => expect(asked).toContain('GET /api/alerts'))
  expect(await isDisabled(s.takeIn)).toBe(true)
  expect(screen.queryByRole('radio')).toBeNull()
  arrive()
  expect(await within(await screen.findByRole('dialog')).findByText(ALERT)).toBeTruthy()
  await screen.findByRole('radio', { name: /^Bea/ })
  await person.click(await button(s.takeIn))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
