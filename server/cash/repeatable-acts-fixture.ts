import { randomUUID } from 'node:crypto'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { dropCheckContract } from '#shared/cash/drop-check-contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { paymentCheckContract } from '#shared/sales/payment-check-contract.ts'
import { pesos, type CashClinic } from './cash-fixture.ts'
import { countRows, type Act } from './killed-books-fixture.ts'

/** Opens a shift of the other cashier on a separate terminal, so that the cashier can join this shift. */
async function openColleaguesShift({ asAdmin, asOther }: CashClinic, round: number): Promise<string> {
  const name = `Joined ${round}`
  const body = { name, is_active: true, machine_number: `MIN ${name}`, serial_number: `SN ${name}` }
  const { id } = (await asAdmin(cashManagementContract.createTerminal, { body })).data
  return (await asOther(cashContract.openShift, { body: { terminal_id: id, count: pesos(0) } })).data.id
}

/** Sells a peel for GCash and brings ₱100 to the bank; returns the ids of the sale and of the bank drop. */
async function payWithoutCash(clinic: CashClinic, round: number): Promise<{ sale: string; drop: string }> {
  const { till, terminal } = clinic
  const gcash = { payment_method: 'gcash' as const, reference_number: `SEEN-${round}` }
  const { id: sale } = await till.send({ ...till.order([till.peel()], gcash), terminal_id: terminal.id })
  const shift = (await clinic.status(terminal.id)).shift!
  const slip = `SEEN-${round}`
  await clinic.move(shift.id, 'drop', 100, slip)
  const { id: drop } = await clinic.server.db
    .selectFrom('cash_movements')
    .select('id')
    .where('slip_number', '=', slip)
    .executeTakeFirstOrThrow()
  return { sale, drop }
}

/**
 * For tests: operations of which a repetition succeeds and changes nothing. They report a till action, join a
 * colleague's shift, mark a payment or a bank drop as seen, and accept the server's clock.
 */
export async function prepareRepeatableActs(clinic: CashClinic, round: number): Promise<Act[]> {
  const { db, clock } = clinic.server
  const joined = await openColleaguesShift(clinic, round)
  const { sale, drop } = await payWithoutCash(clinic, round)
  const [action, started] = [randomUUID(), clock.now]
  const repeatable: Pick<Act, 'refusals' | 'hasKey' | 'isRepeatable'> = {
    refusals: [],
    hasKey: false,
    isRepeatable: true,
  }
  return [
    {
      name: 'report a till action',
      send: (by) =>
        by.asCashier(tillActionsContract.record, {
          body: {
            terminal_id: clinic.terminal.id,
            actions: [
              {
                id: action,
                kind: 'line_deleted',
                description: '1 × Peel',
                amount: 1500,
                cashier_id: clinic.till.cashier.id,
                seconds_ago: 0,
              },
            ],
          },
        }),
      count: () => countRows(db.selectFrom('till_actions').select('id').where('id', '=', action)),
      ...repeatable,
    },
    {
      name: 'join the shift of a colleague',
      send: (by) => by.asCashier(cashContract.joinShift, { params: { id: joined } }),
      count: () => countRows(db.selectFrom('shift_colleagues').select('person_id').where('shift_id', '=', joined)),
      ...repeatable,
    },
    {
      name: 'mark a payment as seen',
      send: (by) =>
        by.asAdmin(
          paymentCheckContract.mark,
          { params: { id: sale }, body: { position: 1, is_seen: true } },
          ifMatchVersion(0),
        ),
      count: () =>
        countRows(
          db
            .selectFrom('payment_checks')
            .select('position')
            .where('document_id', '=', sale)
            .where('is_seen', '=', true),
        ),
      ...repeatable,
    },
    {
      name: 'mark a bank drop as seen',
      send: (by) =>
        by.asAdmin(dropCheckContract.mark, { params: { id: drop }, body: { is_seen: true } }, ifMatchVersion(0)),
      count: () =>
        countRows(
          db
            .selectFrom('drop_checks')
            .select('movement_id')
            .where('movement_id', '=', drop)
            .where('is_seen', '=', true),
        ),
      ...repeatable,
    },
    {
      name: 'accept the clock of the server',
      send: (by) => by.asAdmin(documentsContract.acceptClock, { body: { date: manilaDate(clock.now) } }),
      count: () => countRows(db.selectFrom('book_clocks').select('branch_id').where('accepted_at', '>=', started)),
      ...repeatable,
    },
  ]
}
