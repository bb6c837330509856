import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MONEY_METHODS, PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { PaymentTiles } from './payment-tiles.tsx'

const namesOf = (methods: readonly (keyof typeof methodMessages.methods)[]) =>
  methods.map((method) => methodMessages.methods[method])

test.each([
  ['a single payment offers the methods of money only', false, MONEY_METHODS],
  ['a part of a split payment may also be tax on Form 2307', true, PAYMENT_METHODS],
])('%s', async (_, compact, offered) => {
  const settings = { methods: [...PAYMENT_METHODS], discount_limit: null, approvers: [], version: 1 }
  answer(paymentSettingsContract.read, { data: settings })
  drawScreen(<PaymentTiles value={null} onChange={() => undefined} compact={compact} />, { role: 'cashier' })
  await screen.findByRole('radio', { name: methodMessages.methods.card })
  const tiles = screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)
  expect(tiles).toEqual(namesOf(offered))
})
