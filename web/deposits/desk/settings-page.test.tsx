import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { depositSettingsMessages as s } from '#shared/deposits/messages.ts'
import { depositSettingsContract, type DepositSettings } from '#shared/deposits/settings-contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, choose, drawScreen, loseConnection, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import DepositSettingsPage from './settings-page.tsx'

const glow = { id: sampleId(12), name: 'Hydra Glow', price: 1500 }
const peel = { id: sampleId(13), name: 'Diamond Peel', price: 800 }

const settings: DepositSettings = {
  is_on: false,
  services: [{ service_id: glow.id, kind: 'percent', value: 50 }],
  no_shows: null,
  no_show_rule: null,
  hold_hours: 24,
  return_notice_hours: 24,
  note: null,
  gcash: null,
  maya: null,
  bank_transfer: null,
  version: 3,
}

function draw(row = settings) {
  answer(depositSettingsContract.read, { data: row, services: [glow, peel], has_qr_ph: false })
  answer(depositSettingsContract.save, { data: { ...row, version: row.version + 1 } })
  return drawScreen(<DepositSettingsPage />, { role: 'admin' })
}

const save = () => screen.getByRole('button', { name: s.save })

test('deposits are switched on with rules by service, a rule for no-shows, the policy and the accounts', async () => {
  const { person } = draw()
  await person.click(await screen.findByRole('switch', { name: s.isOn }))
  await person.click(screen.getByRole('combobox', { name: s.addService }))
  await person.click(await screen.findByRole('option', { name: /Diamond Peel/ }))
  const added = within(screen.getByText('Diamond Peel').closest('li')!)
  const value = added.getByRole('textbox', { name: /^How much/ })
  await waitFor(() => expect(document.activeElement).toBe(value))
  await person.type(value, '300')
  await person.click(screen.getByRole('switch', { name: s.hasNoShowRule }))
  await choose(person, screen.getByRole('combobox', { name: s.hold }), s.holdOf(4))
  await choose(person, screen.getByRole('combobox', { name: s.return }), s.returnNever)
  await person.type(screen.getByRole('textbox', { name: s.note }), 'Thank you')
  await person.type(screen.getByRole('textbox', { name: s.gcash }), '0917 555 1234, Perlas')
  await person.click(save())
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    is_on: true,
    services: [
      { service_id: glow.id, kind: 'percent', value: 50 },
      { service_id: peel.id, kind: 'amount', value: 300 },
    ],
    no_shows: 2,
    no_show_rule: { kind: 'percent', value: 50 },
    hold_hours: 4,
    return_notice_hours: null,
    note: 'Thank you',
    gcash: '0917 555 1234, Perlas',
    maya: '',
    bank_transfer: '',
  })
  expect(sentVersions.at(-1)).toBe('3')
})

test('the preview shows the deposit’s amount, the time to pay it and the policy as clients read them', async () => {
  const { person } = draw()
  expect(await screen.findByText(clientDepositMessages.asked('₱750.00'))).toBeTruthy()
  expect(screen.getByText(clientDepositMessages.askedText(24))).toBeTruthy()
  expect(screen.getByText(clientDepositMessages.policy(24))).toBeTruthy()
  await choose(person, screen.getByRole('combobox', { name: s.return }), s.returnNever)
  expect(screen.getByText(clientDepositMessages.policy(null))).toBeTruthy()
})

test('a deposit rule can be removed, and changing the kind of a rule requires a new value', async () => {
  const { person } = draw()
  await choose(person, await screen.findByRole('combobox', { name: s.kind }), s.kinds.amount)
  await person.click(save())
  expect(await screen.findByText(s.valueRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.click(screen.getByRole('button', { name: s.remove(glow.name) }))
  expect(screen.getByText(s.noServices)).toBeTruthy()
  await person.click(save())
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ services: [] }))
})

test('a deposit of more than 100 percent is rejected, and an error of the server is shown', async () => {
  const { person } = draw()
  const value = await screen.findByRole('textbox', { name: /^How much/ })
  await person.clear(value)
  await person.type(value, '120')
  await person.click(save())
  expect(await screen.findByText(s.percentRange)).toBeTruthy()
  await person.clear(value)
  await person.type(value, '100')
  refuse(depositSettingsContract.save, { status: 409, code: 'conflict', message: s.prepaidOff })
  await person.click(save())
  expect(await screen.findByText(s.prepaidOff)).toBeTruthy()
})

test('settings for deposits that cannot be loaded show an error', async () => {
  loseConnection(depositSettingsContract.read)
  drawScreen(<DepositSettingsPage />, { role: 'admin' })
  expect(await screen.findByText(s.failedToLoad)).toBeTruthy()
})
