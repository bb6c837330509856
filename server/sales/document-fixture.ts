import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import type { TestCatalogue, TestUser } from '#server/test/factories.ts'
import { instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { chargeOf } from '#shared/sales/charge.ts'
import { counterLine, counterTotals } from './documents/counter-document.ts'
import { lineRows, sumColumns } from './documents/document-rows.ts'
import { insertDocument, insertParts } from './queries.ts'
import { paymentRow } from './checkout/take-payments.ts'

type Put = {
  date: CivilDate
  cashier: TestUser
  client: TestUser | null
  catalogue: TestCatalogue
  /** The sale that this document voids. */
  voids?: string | null
}

/** For tests: adds a cash sale of one diamond peel for ₱1,000 to the books of any day, or the void of such a sale. */
export async function putDocument(db: Database, { date, cashier, client, catalogue, voids = null }: Put) {
  const id = newId()
  const sign = voids ? -1 : 1
  const amount = sign * 100_000
  const line = {
    service_id: catalogue.serviceId,
    service_name: 'Diamond peel',
    treatment_id: catalogue.treatmentId,
    treatment_name: 'Facials',
    quantity: 1,
    price: 100_000,
    addOns: [],
  }
  const charge = chargeOf([line], { isOn: false, amount: 0 })
  const sold = lineRows(id, [line], charge)
  const sums = sumColumns(charge)
  await db.transaction().execute(async (tx) => {
    await insertParts(tx, {
      customer: { document_id: id, customer_name: client?.name ?? 'Walk-in', search_text: '' },
      lines: voids ? sold.map((row) => counterLine(id, row)) : sold,
      payments: [paymentRow(id, { method: 'cash', amount, received: amount, reference: null })],
    })
    await insertDocument(tx, {
      id,
      branch_id: MAIN_BRANCH_ID,
      kind: voids ? 'void' : 'sale',
      series: 'receipt',
      mode: 'acknowledgement',
      registration: null,
      refers_to: voids,
      reason: voids && 'wrong person',
      business_date: date,
      sold_at: instantOf(date, '12:00:00'),
      reported_at: null,
      cashier_id: cashier.id,
      cashier_name: cashier.name,
      client_id: client?.clientId ?? null,
      appointment_id: null,
      is_walk_in: true,
      issuer_name: 'Mutya',
      issuer_address: '',
      issuer_phone: '',
      issuer_tin: '',
      receipt_foot: '',
      treatment_text: 'Facials: Diamond peel',
      ...(voids ? counterTotals(sums) : sums),
      discount_reason: null,
      discount_id_number: null,
      approval_id: null,
    })
  })
  return id
}
