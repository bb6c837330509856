import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { QR_PH } from '#shared/sales/qr-ph-fixture.ts'
import { qrPhMessages as s } from '#shared/sales/qr-ph-messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { errorOf } from './till-fixture.ts'

let clinic: CashClinic
beforeAll(async () => {
  clinic = await openCashClinic()
})
afterAll(() => clinic.till.server.close())

const body = { methods: ['cash' as const, 'gcash' as const], discount_limit: null }
const save = (qr_ph?: string | null) =>
  clinic.asAdmin(paymentSettingsContract.save, { body: { ...body, ...(qr_ph !== undefined && { qr_ph }) } })
const read = async () => (await clinic.asCashier(paymentSettingsContract.read, {})).data.qr_ph

test('cashiers read the clinic’s QR Ph code, the log names its payee, a save without the field keeps the code, and an empty field removes it', async () => {
  expect(await read()).toBeNull()
  await save(` ${QR_PH.merchant}\n`)
  expect(await read()).toBe(QR_PH.merchant)
  await save(QR_PH.person)
  expect((await lastLogEntry(clinic.till.server.db)).action).toBe(
    'Changed how the clinic is paid: QR Ph code from PERLAS SKIN CLINIC to JU*N D*** C.',
  )
  await save()
  expect(await read()).toBe(QR_PH.person)
  await save('')
  expect(await read()).toBeNull()
})

test('a code that is not the clinic’s own QR Ph code is refused with its reason and changes nothing', async () => {
  await save(QR_PH.merchant)
  for (const [code, sentence] of [
    [QR_PH.ofOnePayment, s.forOnePayment],
    [QR_PH.merchant.toLowerCase(), s.wrongChecksum],
    ['perlas', s.notQrPh],
  ] as const)
    expect(await errorOf(save(code))).toMatchObject({ status: 422, errors: { qr_ph: [sentence] } })
  expect(await read()).toBe(QR_PH.merchant)
})
