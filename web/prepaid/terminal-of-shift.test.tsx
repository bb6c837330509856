import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { cashTillMessages as c } from '#shared/cash/till-messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { packageMessages } from '#shared/prepaid/package-messages.ts'
import { refundMessages } from '#shared/sales/refunds/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { answerTerminals, terminals } from '#web/cash/terminals-fixture.ts'
import { client, page, profile, sampleContact, sampleId, service } from '#web/test/samples.ts'
import { answer, choose, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { SellCardDialog } from './sell-card-dialog.tsx'
import { SellPackageDialog } from './sell-package-dialog.tsx'
import { VoidCardDialog } from './void-card-dialog.tsx'

const frontDesk = terminals[1]!
const nothing = () => undefined
const button = (name: string) => screen.getByRole('button', { name })
const terminalField = (label: string) => screen.findByRole('combobox', { name: new RegExp(label) })

/** Opens the dialog for voiding a gift card on a device on which no terminal was chosen. */
function openVoid(method: 'cash' | 'gcash', shifts?: { hasShifts: boolean }) {
  const till = answerTerminals(shifts)
  refuse(prepaidContract.voidCard, { status: 409, message: 'Not voided.' })
  const card = { id: sampleId(71), balance: 1000, method }
  const { person } = drawScreen(<VoidCardDialog open onClose={nothing} card={card} onVoided={nothing} />, {
    role: 'admin',
  })
  return { person, till }
}

test('an admin on a device without a terminal voids a gift card that was paid by wallet in the shift of the terminal that they choose', async () => {
  const { person } = openVoid('gcash')
  const terminal = await terminalField(c.inShift.terminal)
  await person.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Bought twice')
  await person.click(button(s.void))
  expect(await screen.findByText(c.inShift.terminalRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.click(terminal)
  const option = await screen.findByRole('option', { name: frontDesk.name })
  expect(screen.queryByRole('option', { name: 'Spare till' })).toBeNull()
  await person.click(option)
  await waitFor(() => expect(terminal.getAttribute('aria-expanded')).toBe('false'))
  await person.click(button(s.void))
  await waitFor(() => expect(sentBodies).toEqual([{ reason: 'Bought twice', terminal_id: frontDesk.id }]))
})

test('before a gift card is voided on a chosen terminal whose shift is a colleague’s, the admin confirms to work in that shift', async () => {
  const { person, till } = openVoid('cash')
  await choose(person, await terminalField(refundMessages.terminal), frontDesk.name)
  await person.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Bought twice')
  const shift = {
    id: sampleId(70),
    cashier_name: 'Carlo Cruz',
    opened_at: '2026-11-21T08:00:00+08:00',
    business_date: '2026-11-21',
  }
  answer(cashContract.till, { data: { ...till, terminal: frontDesk, shift, asks_colleague: true, step: 'ready' } })
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
  await person.click(button(s.void))
  const question = within(await screen.findByRole('alertdialog', { name: c.colleagueTitle('Carlo Cruz') }))
  expect(sentBodies).toEqual([])
  await person.click(question.getByRole('button', { name: c.colleagueYes }))
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ reason: 'Bought twice', terminal_id: frontDesk.id }))
})

test('if no terminal has an open shift, the dialog for voiding a gift card says to open a shift first, and nothing can be sent', async () => {
  openVoid('gcash', { hasShifts: false })
  expect(await screen.findByText(c.inShift.openShiftFirst)).toBeTruthy()
  expect(button(s.void).getAttribute('aria-disabled')).toBe('true')
})

/** Answers the calls of the dialogs that sell, on a device on which no terminal was chosen. */
function answerSelling() {
  answerTerminals()
  answer(clinicContract.read, { data: profile, sends_email: true })
  const methods = ['cash' as const, 'gcash' as const, 'prepaid' as const]
  const settings = { methods, discount_limit: null, qr_ph: null, packages_pro_rata: false, approvers: [], version: 1 }
  answer(paymentSettingsContract.read, { data: settings })
}

test('on a device without a terminal, a gift card is sold in the shift of the terminal that the person chooses', async () => {
  answerSelling()
  refuse(prepaidContract.sell, { status: 409, message: 'Not sold.' })
  const { person } = drawScreen(<SellCardDialog open onClose={nothing} />, { role: 'admin' })
  await person.type(screen.getByRole('textbox', { name: /^Amount/ }), '1000')
  await person.type(screen.getByRole('textbox', { name: /^Buyer/ }), 'Bea Buyer')
  const terminal = await terminalField(c.inShift.terminal)
  await person.click(button(s.sellFor('₱1,000.00')))
  expect(await screen.findByText(c.inShift.terminalRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await choose(person, terminal, frontDesk.name)
  await person.click(button(s.sellFor('₱1,000.00')))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ amount: 1000, terminal_id: frontDesk.id }))
})

test('on a device without a terminal, a package is sold in the shift of the terminal that the person chooses', async () => {
  answerSelling()
  const offered = {
    id: sampleId(81),
    name: 'Glow Package',
    price: 5000,
    services: [{ service_id: service.id, service_name: 'Diamond peel', sessions: 5, price: 1500 }],
    validity: 'none' as const,
    validity_months: null,
    is_transferable: false,
    is_active: true,
    version: 3,
  }
  answer(packagesContract.list, { data: [offered], services: [] })
  answer(clientsContract.contacts, { data: [sampleContact()], total: 1, ...page })
  refuse(packagesContract.sell, { status: 409, message: 'Not sold.' })
  const { person } = drawScreen(<SellPackageDialog open onClose={nothing} />, { role: 'admin' })
  await person.type(await screen.findByRole('combobox', { name: /^Client/ }), client.name)
  await person.click(await screen.findByRole('option', { name: new RegExp(client.name) }))
  const terminal = await terminalField(c.inShift.terminal)
  await person.click(button(packageMessages.sellFor('₱5,000.00')))
  expect(await screen.findByText(c.inShift.terminalRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await choose(person, terminal, frontDesk.name)
  await person.click(button(packageMessages.sellFor('₱5,000.00')))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ package_id: offered.id, terminal_id: frontDesk.id }))
})
