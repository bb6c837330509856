import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { depositsContract, type Deposit, type DepositGroup } from '#shared/deposits/contract.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { methodMessages, saleMessages } from '#shared/sales/messages.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { prepaidPaperContract } from '#shared/prepaid/paper-contract.ts'
import { printElement } from '#web/lib/print.ts'
import { queryClient } from '#web/lib/query.ts'
import { client, profile, tillWithoutShifts } from '#web/test/samples.ts'
import {
  answer,
  answerBy,
  asked,
  choose,
  drawScreen,
  loseConnection,
  refuse,
  sentBodies,
  sentKeys,
} from '#web/test/screen.tsx'
import { answerSettings, cancelled, paid, reported, requested } from './deposit-fixture.ts'
import { DepositsLink } from './deposits-link.tsx'
import DepositsPage from './deposits-page.tsx'

vi.mock('#web/lib/print.ts', () => ({
  preparePrinting: vi.fn(() => Promise.resolve()),
  printElement: vi.fn(() => Promise.resolve()),
}))

const counts = { reported: 1, requested: 2, paid: 3, closed: 0 }
const listed = (...data: Deposit[]) =>
  answer(depositsContract.list, { data, total: data.length, page: 1, per_page: 20, counts })

function draw(deposit: Deposit | null, role: 'admin' | 'cashier' = 'cashier', group: DepositGroup = 'reported') {
  answerSettings(['cash', 'gcash', 'prepaid'])
  answer(cashContract.till, { data: tillWithoutShifts })
  answer(clinicContract.read, { data: profile, sends_email: true })
  listed(...(deposit ? [deposit] : []))
  return drawScreen(<DepositsPage />, { role, at: `/?group=${group}` })
}

const rowOf = async () => within(await screen.findByRole('row', { name: new RegExp(client.name) }))
const act = (action: string) => ({ name: s.actionFor(action, client.name) })

test('the page Deposits shows client, visit, amount, report and status of a deposit, and the number of each group', async () => {
  draw(reported)
  const row = await rowOf()
  expect(row.getByRole('link', { name: client.name })).toBeTruthy()
  expect(row.getByText('Mon, Nov 23, 9:00 AM')).toBeTruthy()
  expect(row.getByText('Hydra Glow + Diamond Peel')).toBeTruthy()
  expect(row.getByText('₱500.00')).toBeTruthy()
  expect(row.getByText(methodMessages.methods.gcash)).toBeTruthy()
  expect(row.getByText('GC-1001')).toBeTruthy()
  expect(row.getByText(s.statuses.reported)).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'To verify1',
    'Waiting for payment2',
    'Paid3',
    'Closed0',
  ])
})

test('choosing another tab loads the deposits of this tab, and typing into the search field loads those that match the text', async () => {
  const { person } = draw(reported)
  await rowOf()
  const queries: string[] = []
  answerBy(depositsContract.list, (url) => {
    queries.push(`${url.searchParams.get('group')} ${url.searchParams.get('search')}`)
    return { data: [], total: 0, page: 1, per_page: 20, counts }
  })
  await person.click(screen.getByRole('tab', { name: /^Closed/ }))
  expect(await screen.findByText(s.nothing.closed)).toBeTruthy()
  await person.type(screen.getByRole('searchbox', { name: s.search }), 'Bea')
  expect(await screen.findByText(s.noneMatch)).toBeTruthy()
  expect(queries).toContain('closed ')
  expect(queries).toContain('closed Bea')
})

test('deposits that cannot be loaded show an error', async () => {
  loseConnection(depositsContract.list)
  drawScreen(<DepositsPage />, { role: 'cashier' })
  expect(await screen.findByText(s.failed)).toBeTruthy()
})

test('a reported deposit is verified with the method and reference number of the report beside its screenshot, and its receipt can be printed', async () => {
  const { person } = draw(reported)
  answer(depositsContract.verify, { data: paid })
  await person.click(await screen.findByRole('button', act(s.verify)))
  const dialog = within(await screen.findByRole('dialog', { name: s.verifyTitle(client.name) }))
  expect(dialog.getByRole('img', { name: s.pictureOf(client.name) }).getAttribute('src')).toContain(
    `/api/deposits/${reported.id}/picture`,
  )
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Reference/ }).value).toBe('GC-1001')
  await person.click(dialog.getByRole('button', { name: s.confirm('₱500.00') }))
  expect(await screen.findByText(s.verified('₱500.00'))).toBeTruthy()
  expect(asked).toContain(`POST /api/deposits/${reported.id}/verify`)
  expect(sentBodies.at(-1)).toEqual({ method: 'gcash', reference_number: 'GC-1001', terminal_id: null })
  expect(sentKeys).toHaveLength(1)
  await person.click(screen.getByRole('button', { name: s.print }))
  expect(await screen.findByRole('dialog', { name: s.receipt(7) })).toBeTruthy()
})

test('if a deposit was reported with a method that the clinic no longer accepts, the dialog asks by which method the money has arrived', async () => {
  const { person } = draw(reported)
  answerSettings(['cash', 'maya', 'prepaid'])
  answer(depositsContract.verify, { data: paid })
  await person.click(await screen.findByRole('button', act(s.verify)))
  const dialog = within(await screen.findByRole('dialog', { name: s.verifyTitle(client.name) }))
  expect(await dialog.findByText(s.methodNotAccepted('GCash'))).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: s.confirm('₱500.00') })
  await person.click(confirm)
  expect(await dialog.findByText(saleMessages.methodRequired)).toBeTruthy()
  expect(asked).not.toContain(`POST /api/deposits/${reported.id}/verify`)
  await choose(person, dialog.getByRole('combobox', { name: /^Paid by/ }), methodMessages.methods.maya)
  await person.click(confirm)
  expect(await screen.findByText(s.verified('₱500.00'))).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ method: 'maya', reference_number: 'GC-1001', terminal_id: null })
})

test('if somebody else has already verified a deposit, a message says so, and the list is read again', async () => {
  const { person } = draw(reported)
  await rowOf()
  refuse(depositsContract.verify, { status: 409, code: 'conflict', message: s.alreadyPaid })
  await person.click(screen.getByRole('button', act(s.verify)))
  const reads = asked.filter((call) => call === 'GET /api/deposits').length
  await person.click(await screen.findByRole('button', { name: s.confirm('₱500.00') }))
  expect(await screen.findByText(s.alreadyPaid)).toBeTruthy()
  await waitFor(() => expect(asked.filter((call) => call === 'GET /api/deposits').length).toBeGreaterThan(reads))
})

test('a report whose payment is not found is answered with a reason', async () => {
  const { person } = draw(reported)
  answer(depositsContract.refuse, { data: { ...requested, refused_reason: 'No payment with this number' } })
  await person.click(await screen.findByRole('button', { name: s.more(client.name) }))
  await person.click(await screen.findByRole('menuitem', { name: s.refuse }))
  const dialog = within(await screen.findByRole('dialog', { name: s.refuseTitle }))
  await person.click(dialog.getByRole('button', { name: s.refuseSend }))
  expect(await dialog.findByText(s.reasonRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No payment with this number')
  await person.click(dialog.getByRole('button', { name: s.refuseSend }))
  expect(await screen.findByText(s.refused)).toBeTruthy()
  expect(sentBodies).toEqual([{ reason: 'No payment with this number' }])
})

test('a requested deposit is taken at the desk in cash with change, or by another method with its reference number', async () => {
  const { person } = draw(requested, 'cashier', 'requested')
  answer(depositsContract.verify, { data: paid })
  await person.click(await screen.findByRole('button', act(s.take)))
  const dialog = within(await screen.findByRole('dialog', { name: s.verifyTitle(client.name) }))
  await person.type(dialog.getByRole('textbox', { name: /^Cash received/ }), '1000')
  expect(dialog.getByText(prepaidMessages.changeIs('₱500.00'))).toBeTruthy()
  await choose(person, dialog.getByRole('combobox', { name: /^Paid by/ }), methodMessages.methods.gcash)
  await person.type(dialog.getByRole('textbox', { name: /^Reference/ }), 'GC-2')
  await choose(person, dialog.getByRole('combobox', { name: /^Paid by/ }), methodMessages.methods.cash)
  await person.click(dialog.getByRole('button', { name: s.takeAmount('₱500.00') }))
  expect(await screen.findByText(s.verified('₱500.00'))).toBeTruthy()
  expect(sentBodies).toEqual([{ method: 'cash', received: 1000, terminal_id: null }])
})

test('when an admin settles the deposit of a cancelled visit, giving it back is selected because the policy says so, and a reason is required', async () => {
  const { person } = draw(cancelled, 'admin', 'paid')
  answer(depositsContract.settle, { data: { ...cancelled, status: 'returned', balance: 0 } })
  await person.click(await screen.findByRole('button', act(s.settle)))
  const dialog = within(await screen.findByRole('dialog', { name: s.settleTitle('₱500.00') }))
  expect(dialog.getByText(s.byPolicy.returned)).toBeTruthy()
  expect(dialog.getByRole('radio', { name: s.giveBack('GCash') }).getAttribute('aria-checked')).toBe('true')
  await person.click(dialog.getByRole('button', { name: s.giveBackAmount('₱500.00') }))
  expect(await dialog.findByText(s.reasonRequired)).toBeTruthy()
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Cancelled in time')
  await person.click(dialog.getByRole('button', { name: s.giveBackAmount('₱500.00') }))
  expect(await screen.findByText(s.settled.returned)).toBeTruthy()
  expect(sentBodies).toEqual([{ outcome: 'returned', amount: 500, reason: 'Cancelled in time', terminal_id: null }])
})

test('if a sale has used a part of the deposit since the dialog opened, the dialog says so, shows the amount that is left, and sends this amount the next time', async () => {
  const { person } = draw({ ...cancelled, by_policy: 'kept' }, 'admin', 'paid')
  await person.click(await screen.findByRole('button', act(s.settle)))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Did not come')
  refuse(depositsContract.settle, { status: 409, code: 'conflict', message: prepaidMessages.depositLeft('₱200.00') })
  listed({ ...cancelled, by_policy: 'kept', balance: 200 })
  await person.click(dialog.getByRole('button', { name: s.keepAmount('₱500.00') }))
  expect(await dialog.findByText(prepaidMessages.depositLeft('₱200.00'))).toBeTruthy()
  answer(depositsContract.settle, { data: { ...cancelled, status: 'kept', balance: 0 } })
  await person.click(await dialog.findByRole('button', { name: s.keepAmount('₱200.00') }))
  expect(await screen.findByText(s.settled.kept)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ outcome: 'kept', amount: 200 })
})

test('a cashier prints the receipt of a paid deposit and cannot give it back or keep it', async () => {
  const { person } = draw(cancelled, 'cashier', 'paid')
  const row = await rowOf()
  expect(row.queryByRole('button', { name: s.more(client.name) })).toBeNull()
  expect(row.queryByRole('button', act(s.settle))).toBeNull()
  await person.click(row.getByRole('button', act(s.print)))
  const dialog = within(await screen.findByRole('dialog', { name: s.receipt(7) }))
  const { textContent: paper } = await dialog.findByRole('article')
  const texts = [profile.name, '₱500.00', methodMessages.methods.gcash, 'GC-1001', s.receiptText]
  for (const text of [...texts, clientDepositMessages.policy(24)]) expect(paper).toContain(text)
  answer(prepaidPaperContract.printed, {
    message: prepaidMessages.printNoted,
    data: { reprint: 0, printed_at: '2026-11-21T11:00:00+08:00' },
  })
  await person.click(dialog.getByRole('button', { name: prepaidMessages.printReceipt }))
  await waitFor(() => expect(printElement).toHaveBeenCalledOnce())
  expect(asked).toContain(`POST /api/money-paid-ahead/${paid.payment!.account_id}/printed`)
})

test('the screenshot of a payment is shown in large', async () => {
  const { person } = draw(reported)
  await person.click(await screen.findByRole('button', act(s.seePicture)))
  const dialog = within(await screen.findByRole('dialog', { name: s.pictureOf(client.name) }))
  expect(dialog.getByRole('img')).toBeTruthy()
})

test('the appointments page has a link to the deposits, with the number to verify, only in clinics that take money paid ahead or still have a deposit to settle', async () => {
  draw(null)
  cleanup()
  drawScreen(<DepositsLink />, { role: 'cashier' })
  const link = await screen.findByRole('link', { name: new RegExp(s.title) })
  expect(link.getAttribute('href')).toBe('/cashier/deposits')
  expect(await screen.findByText(s.toVerify(1))).toBeTruthy()
  cleanup()
  answerSettings(['cash'])
  queryClient.clear()
  drawScreen(<DepositsLink />, { role: 'cashier' })
  expect(await screen.findByText(s.toVerify(1))).toBeTruthy()
  cleanup()
  answer(depositsContract.list, {
    data: [],
    total: 0,
    page: 1,
    per_page: 20,
    counts: { reported: 0, requested: 0, paid: 0, closed: 4 },
  })
  queryClient.clear()
  const before = asked.length
  drawScreen(<DepositsLink />, { role: 'cashier' })
  await waitFor(() => expect(asked.slice(before)).toHaveLength(2))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('link')).toBeNull()
})
