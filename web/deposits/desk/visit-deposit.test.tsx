import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { queryClient } from '#web/lib/query.ts'
import { client, tillWithoutShifts, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import type { AskedVisit } from './ask-deposit-button.tsx'
import { answerSettings, reported, requested } from './deposit-fixture.ts'
import { VisitDeposit } from './visit-deposit.tsx'

const act = (action: string) => ({ name: s.actionFor(action, client.name) })

function drawVisitDeposit(deposit: Deposit | null, changes: Partial<AskedVisit> = {}) {
  answerSettings(['cash', 'gcash', 'prepaid'])
  answer(cashContract.till, { data: tillWithoutShifts })
  answer(depositsContract.ofVisit, { data: deposit })
  const of = { id: visit.id, name: client.name, status: 'confirmed', is_paid: false, ...changes } as const
  return drawScreen(<VisitDeposit visit={of} />, { role: 'cashier' })
}

test('staff can ask for a deposit for a booked visit, must enter its amount, and can take the payment in the dialog of the visit', async () => {
  const { person } = drawVisitDeposit(null)
  answer(depositsContract.request, { data: requested })
  await person.click(await screen.findByRole('button', { name: s.ask }))
  const dialog = within(await screen.findByRole('dialog', { name: s.ask }))
  await person.click(dialog.getByRole('button', { name: s.ask }))
  expect(await dialog.findByText(s.amountRequired)).toBeTruthy()
  await person.type(dialog.getByRole('textbox', { name: /^Amount/ }), '500')
  answer(depositsContract.ofVisit, { data: requested })
  await person.click(dialog.getByRole('button', { name: s.ask }))
  expect(await screen.findByText(s.askedToast)).toBeTruthy()
  expect(sentBodies).toEqual([{ appointment_id: visit.id, amount: 500 }])
  const panel = within(await screen.findByRole('region', { name: s.deposit }))
  expect(screen.queryByRole('button', { name: s.ask })).toBeNull()
  expect(panel.getByText(s.statuses.requested)).toBeTruthy()
  await person.click(panel.getByRole('button', act(s.take)))
  expect(await screen.findByRole('dialog', { name: s.verifyTitle(client.name) })).toBeTruthy()
})

test('the dialog of a visit shows its deposit with status and next step; without a deposit, staff cannot ask for one if the visit is paid or has ended', async () => {
  drawVisitDeposit(reported)
  const panel = within(await screen.findByRole('region', { name: s.deposit }))
  for (const text of ['₱500.00', s.statuses.reported]) expect(panel.getByText(text)).toBeTruthy()
  expect(panel.getByRole('button', act(s.verify))).toBeTruthy()
  for (const ended of [{ is_paid: true }, { status: 'completed' }, { status: 'cancelled' }] as const) {
    cleanup()
    queryClient.clear()
    asked.length = 0
    drawVisitDeposit(null, ended)
    await waitFor(() => expect(asked).toContain(`GET /api/appointments/${visit.id}/deposit`))
    expect(screen.queryByRole('button', { name: s.ask })).toBeNull()
  }
})

test('if the deposit of a visit cannot be loaded, the dialog of the visit shows an error', async () => {
  drawVisitDeposit(null)
  cleanup()
  queryClient.clear()
  refuse(depositsContract.ofVisit, { status: 500, message: 'No.' })
  drawScreen(<VisitDeposit visit={{ id: visit.id, name: client.name, status: 'confirmed', is_paid: false }} />, {
    role: 'cashier',
  })
  expect(await screen.findByText(new RegExp(s.visitFailed))).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.ask })).toBeNull()
})
