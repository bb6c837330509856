import { randomUUID } from 'node:crypto'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { openInvoicer } from '#server/sales/invoice-fixture.ts'
import { errorOf, openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { MovementKind } from '#shared/cash/drawer.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { recountShifts } from './recount.ts'

type CountBody = Input<typeof cashContract.openShift>['body']['count']

/** For tests: a count of the given pesos, in notes of ₱1,000 and coins. */
export const pesos = (amount: number): CountBody => ({
  notes: { '1000': Math.floor(amount / 1000) },
  coins: Math.round((amount % 1000) * 100) / 100,
})

export type CashClinic = Awaited<ReturnType<typeof openCashClinic>>

/**
 * For tests: a till with cash control, one terminal and an admin. `asCashier`, `asOther` and `asAdmin` make calls as
 * these people. `x` reads the X-reading as the admin, who sees all amounts, and `cashiersX` as the cashier.
 */
export async function openCashClinic(options: Parameters<typeof openTill>[0] = {}) {
  const till: Till = await openTill(options)
  const { server } = till
  const admin: TestUser = await createUser(server.db, 'admin', { name: 'Olga Owner' })
  const [asAdmin, asCashier, asOther] = [admin, till.cashier, till.otherCashier].map(({ token }) => server.as(token))
  const terminal = (
    await asAdmin!(cashManagementContract.createTerminal, { body: { name: 'Front desk', is_active: true } })
  ).data
  const settings = { is_on: true, allowed_difference: 50 }
  await asAdmin!(cashManagementContract.saveSettings, { body: settings })
  const callers = { asAdmin: asAdmin!, asCashier: asCashier!, asOther: asOther! }
  const at = (instant: string) => {
    server.clock.now = new Date(instant)
  }
  const open = async (float = 2000, terminal_id = terminal.id) =>
    (await asCashier!(cashContract.openShift, { body: { terminal_id, count: pesos(float) } })).data
  const close = async (id: string, amount: number, reason: string | null = null) =>
    (await asCashier!(cashContract.closeShift, { params: { id }, body: { count: pesos(amount), reason } })).data
  /** `text` is the reason of a pay-in or pay-out, and the slip number of a bank drop. */
  const move = (
    id: string,
    kind: MovementKind,
    amount: number,
    text = 'Change from the bank',
    { key = randomUUID(), approval_id }: { key?: string; approval_id?: string } = {},
  ) =>
    asCashier!(
      cashContract.move,
      {
        params: { id },
        body: { kind, amount, ...(kind === 'drop' ? { slip_number: text } : { reason: text }), approval_id },
      },
      { idempotencyKey: key },
    )
  const closeDay = async (business_date = '2026-11-21', terminal_id = terminal.id) =>
    (await asCashier!(cashContract.closeDay, { body: { terminal_id, business_date } })).data
  const voidSale = async ({ id }: Pick<Sale, 'id'>) =>
    (await asAdmin!(salesContract.voidSale, { params: { id }, body: { reason: 'Rung up twice' } })).data
  const status = async (terminal_id?: string) =>
    (await asCashier!(cashContract.till, { querystring: { terminal_id } })).data
  const x = async (id: string) => (await asAdmin!(cashContract.xReading, { params: { id } })).data
  const cashiersX = async (id: string) => (await asCashier!(cashContract.xReading, { params: { id } })).data
  const recount = () =>
    inSnapshot(server.appDb, (tx) => recountShifts(tx, MAIN_BRANCH_ID, manilaDate(server.clock.now)))
  const peel = () => till.send(till.order([till.peel()]))
  return {
    till,
    server,
    admin,
    ...callers,
    terminal,
    at,
    open,
    close,
    move,
    closeDay,
    voidSale,
    status,
    x,
    cashiersX,
    recount,
    peel,
  }
}

/** For tests: a clinic with cash control whose only terminal has the machine numbers that invoices require. */
export async function openInvoiceCashClinic(options: Parameters<typeof openTill>[0] = {}) {
  const clinic = await openCashClinic(options)
  const invoicer = await openInvoicer(clinic.server, { opensShifts: false })
  await clinic.asAdmin(cashManagementContract.updateTerminal, {
    params: { id: clinic.terminal.id },
    body: { name: 'Front desk', is_active: true, machine_number: 'MIN-1', serial_number: 'SN-1' },
  })
  return { clinic, invoicer }
}

export { errorOf }
