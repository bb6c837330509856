import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { killAfterCommit } from '#server/test/kill-after-commit.ts'
import { startMain } from '#server/test/start-main.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill } from '#server/sales/till-fixture.ts'
import { drillSize, recordFigure } from '../../../scripts/test/drill-form.ts'

/** How many times the test kills the server: once in a test run, more often in a drill. */
const KILLS = drillSize('kills after a payment', 1)

test(
  'a sale whose server was killed between commit and print exists once, and is printed when the till asks again',
  async () => {
    const till = await openTill()
    onTestFinished(() => till.server.close())
    const { db, clock, database, uploadsDir } = till.server
    clock.now = new Date()
    const asCashier = till.server.as(till.cashier.token)
    const recorded = async (key: string) =>
      (await db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute()).length === 1
    for (let round = 1; round <= KILLS; round++) {
      const dying = startMain({
        DATABASE_URL: database.appUrl,
        DATABASE_ADMIN_URL: database.ownerUrl,
        DATA_DIR: uploadsDir,
      })
      const address = await dying.address
      const key = randomUUID()
      const body = till.order([till.peel({ addOns: [till.light()] })])
      const headers = {
        authorization: `Bearer ${till.cashier.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      }
      const url = new URL(salesContract.checkout.url, address)
      const send = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      await killAfterCommit(dying, send, () => recorded(key))
      const sale = await till.send(body, key)
      expect(await till.send(body, key)).toEqual(sale)
      expect(sale.receipt_number).toBe(round)
      const receipt = async () => (await asCashier(salesContract.receipt, { params: { id: sale.id } })).data
      // The first print of the receipt is not marked as a reprint; later ones are.
      expect(receiptText(await receipt(), clock.now).reprint).toBeNull()
      await asCashier(salesContract.printed, { params: { id: sale.id }, body: { kind: 'print' } })
      expect(await till.send(body, key)).toMatchObject({ id: sale.id })
      expect(receiptText(await receipt(), clock.now).reprint).toMatch(/^REPRINT/)
      expect(await checkBooks(db)).toMatchObject({ ...balanced, sales: round })
    }
    recordFigure({ what: 'kills between the commit and the print of a sale, each sale recorded once', value: KILLS })
  },
  60_000 + KILLS * 30_000,
)
