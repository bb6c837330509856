import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MONEY_METHODS, PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { queryClient } from '#web/lib/query.ts'
import { usePartMethods } from '#web/sales/api.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { PaymentTiles, tileName } from './payment-tiles.tsx'

const PartTiles = () => <PaymentTiles methods={usePartMethods()} value={null} onChange={() => undefined} compact />

test.each([
  [
    'a single payment offers only methods that pay money, and not tax on Form 2307',
    'invoice_vat',
    false,
    MONEY_METHODS,
  ],
  ['a part of a split payment of an invoice may also be tax on Form 2307', 'invoice_vat', true, PAYMENT_METHODS],
  [
    'a clinic that issues no invoices is not offered tax on Form 2307 as a payment',
    'acknowledgement',
    true,
    MONEY_METHODS,
  ],
] as const)('%s', async (_, mode, isPart, offered) => {
  queryClient.clear()
  const settings = {
    methods: [...PAYMENT_METHODS],
    discount_limit: null,
    qr_ph: null,
    packages_pro_rata: false,
    approvers: [],
    version: 1,
  }
  answer(paymentSettingsContract.read, { data: settings })
  answer(documentsContract.mode, { data: { mode, small_sale_limit: null } })
  drawScreen(isPart ? <PartTiles /> : <PaymentTiles value={null} onChange={() => undefined} />, { role: 'cashier' })
  const last = tileName(offered.at(-1)!)
  await screen.findByRole('radio', { name: last })
  const tiles = screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)
  expect(tiles).toEqual(offered.map(tileName))
  expect(tiles).toContain('Gift card')
})
