import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { ownedPackagesContract, type OwnedPackage } from '#shared/prepaid/owned-packages-contract.ts'
import { prepaidPaperContract } from '#shared/prepaid/paper-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { withMorning } from '#web/test/clock.ts'
import { page, profile, sampleContact, sampleId, service } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import ClientPackages from './client-packages.tsx'
import { packageReceipt } from './receipt-fixture.ts'

withMorning()

const owned: OwnedPackage = {
  id: sampleId(82),
  name: 'Glow Package',
  sold_on: '2026-05-21',
  brought_in_on: null,
  price: 5000,
  balance: 4000,
  expires_on: '2026-12-05',
  is_expired: false,
  is_transferable: true,
  number: 7,
  services: [
    {
      service_id: service.id,
      service_name: 'Diamond peel',
      sessions: 5,
      left: [84, 85, 86, 87].map((n) => ({ id: sampleId(n), value: 1000 })),
    },
  ],
  is_refunded: false,
  refunded: null,
  refund: { used: 1500, is_pro_rata: false, amount: 3500, method: 'cash' },
  can_be_extended: true,
  uses: [{ kind: 'used', date: '2026-06-01', service_name: 'Diamond peel' }],
}
const usedUp: OwnedPackage = {
  ...owned,
  id: sampleId(83),
  name: 'Old Package',
  services: [{ ...owned.services[0]!, left: [] }],
  refund: null,
}

const open = (data: OwnedPackage[], role: 'admin' | 'cashier' = 'admin') => {
  answer(ownedPackagesContract.ofClient, { data })
  return drawScreen(<ClientPackages client={{ id: sampleId(31) }} />, { role })
}

test('the packages of a client are listed with what is left, the last day and each use; used-up packages cannot be changed', async () => {
  open([owned, usedUp, { ...usedUp, id: sampleId(88), is_refunded: true, refunded: 3500 }])
  const list = await screen.findByRole('list', { name: s.owned })
  const [first, second, third] = within(list)
    .getAllByRole('heading')
    .map((heading) => heading.closest('li')!.textContent)
  for (const text of [
    s.states.open,
    s.leftOf('Diamond peel', 4, 5),
    s.lastDay('Dec 5, 2026'),
    `Jun 1, 2026: Diamond peel, ${s.useKinds.used}`,
  ])
    expect(first).toContain(text)
  expect(second).toContain(s.states.used)
  expect(third).toContain(s.states.refunded)
  expect(third).toContain(s.refundedWith('₱3,500.00'))
  expect(screen.queryByRole('button', { name: s.refundNamed('Old Package') })).toBeNull()
  expect(screen.getAllByRole('button', { name: s.extendNamed('Glow Package') })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: s.extendNamed('Old Package') })).toBeNull()
})

test('the receipt of each package that was sold here can be opened; a package that an import brought in has no receipt', async () => {
  answer(clinicContract.read, { data: profile, sends_email: true })
  answer(prepaidPaperContract.packageReceipt, { data: { ...packageReceipt, expires_on: '2026-12-05' } })
  const { person } = open([owned, { ...owned, id: sampleId(89), name: 'Old Glow', number: null }], 'cashier')
  await person.click(await screen.findByRole('button', { name: s.openReceiptNamed('Glow Package') }))
  const receipt = within(await screen.findByRole('dialog', { name: s.receipt(7) }))
  expect(await receipt.findByText(packageReceipt.buyer_name)).toBeTruthy()
  expect(receipt.getByText(s.expires('Dec 5, 2026'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.openReceiptNamed('Old Glow') })).toBeNull()
})

test('a package that an import has brought in is shown as brought in, with its value at that time and the day on which it was bought, if known', async () => {
  const brought: OwnedPackage = { ...owned, brought_in_on: '2026-11-20', number: null, price: 2400.5, uses: [] }
  open([brought, { ...brought, id: sampleId(89), sold_on: '2026-11-20' }])
  const list = await screen.findByRole('list', { name: s.owned })
  const [first, second] = within(list)
    .getAllByRole('heading')
    .map((heading) => heading.closest('li')!.textContent)
  const origin = s.broughtIn('Nov 20, 2026', '₱2,400.50')
  expect(first).toContain(`${s.boughtOn('May 21, 2026')}. ${origin}`)
  expect(second).toContain(origin)
  expect(second).not.toContain(s.boughtOn('Nov 20, 2026'))
})

test('an admin extends a package with a reason; a month more is offered', async () => {
  const { person } = open([owned])
  answer(ownedPackagesContract.extend, { data: { ...owned, expires_on: '2027-01-05' } })
  await person.click(await screen.findByRole('button', { name: s.extendNamed('Glow Package') }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: s.extend }))
  expect(await dialog.findByText(s.extendReasonRequired)).toBeTruthy()
  await person.type(dialog.getByRole('textbox', { name: new RegExp(s.extendReason) }), 'Was in hospital')
  await person.click(dialog.getByRole('button', { name: s.extend }))
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ expires_on: '2027-01-05', reason: 'Was in hospital' }))
  expect(await screen.findByText(s.extended)).toBeTruthy()
})

test('a cashier gives a transferable package to another client, and is not offered to extend it', async () => {
  const { person } = open([owned], 'cashier')
  const contact = sampleContact()
  answer(clientsContract.contacts, { ...page, data: [contact], total: 1 })
  answer(ownedPackagesContract.transfer, { data: owned })
  await person.click(await screen.findByRole('button', { name: s.transferNamed('Glow Package') }))
  expect(screen.queryByRole('button', { name: s.extendNamed('Glow Package') })).toBeNull()
  expect(screen.queryByRole('button', { name: s.refundNamed('Glow Package') })).toBeNull()
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('combobox', { name: new RegExp(s.transferTo) }), 'Bi')
  await person.click(await screen.findByRole('option', { name: new RegExp(contact.name) }))
  await person.click(dialog.getByRole('button', { name: s.transferSend }))
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ user_id: contact.user_id }))
  expect(await screen.findByText(s.transferred)).toBeTruthy()
})

test('when the packages of a client cannot be loaded, the client’s page shows an error', async () => {
  refuse(ownedPackagesContract.ofClient, { status: 500, message: 'No.' })
  drawScreen(<ClientPackages client={{ id: sampleId(31) }} />, { role: 'admin' })
  expect(await screen.findByText(new RegExp(s.ownedFailed))).toBeTruthy()
})
