import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { methodMessages, refundMessages, saleMessages, transactionsMessages as s } from '#shared/sales/messages.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { sale } from '#web/test/samples.ts'
import { drawScreen, loseConnection, refuse } from '#web/test/screen.tsx'
import { VoidDialog } from './void-dialog.tsx'

const refusals: [string, () => void, string][] = [
  [
    'because the sale is already voided',
    () => refuse(salesContract.voidSale, { status: 409, code: 'conflict', message: saleMessages.alreadyVoided }),
    saleMessages.alreadyVoided,
  ],
  [
    'by a server error',
    () => refuse(salesContract.voidSale, { status: 500, message: 'Something went wrong. Please try again.' }),
    'Something went wrong. Please try again.',
  ],
  ['by a lost connection', () => loseConnection(salesContract.voidSale), 'No response from server. Please try again.'],
]
test.each(refusals)(
  'a void that is rejected %s keeps the dialog and the typed text and shows an error',
  async (_, refused, sentence) => {
    refused()
    const [onClose, onVoided] = [vi.fn(), vi.fn()]
    const { person } = drawScreen(<VoidDialog open sale={sale} onClose={onClose} onVoided={onVoided} />)
    const reason = await screen.findByRole('textbox', { name: new RegExp(s.voidReason) })
    await person.type(reason, 'Rung up twice')
    await person.click(screen.getByRole('button', { name: s.voidSale }))
    expect(await screen.findByText(s.notVoided)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
    expect((reason as HTMLTextAreaElement).value).toBe('Rung up twice')
    expect([onClose.mock.calls, onVoided.mock.calls]).toEqual([[], []])
  },
)

test.each([
  { of: 'a sale with an appointment', isWalkIn: false },
  { of: 'a walk-in', isWalkIn: true },
])(
  'the void dialog of $of says that the appointment can be paid again, if the sale has an appointment',
  async ({ isWalkIn }) => {
    const [onClose, onVoided] = [vi.fn(), vi.fn()]
    drawScreen(<VoidDialog open sale={{ ...sale, is_walk_in: isWalkIn }} onClose={onClose} onVoided={onVoided} />)
    const consequence = await screen.findByText(new RegExp(s.voidConsequence))
    expect(consequence.textContent.includes(s.visitIsUnpaid)).toBe(!isWalkIn)
  },
)

test('a void tells the cashier to give back the money, and not the tax that the buyer withheld', async () => {
  const paid = (method: PaymentMethod, amount: number) => ({ ...sale.payments[0]!, method, amount })
  const withheld = { ...sale, payments: [paid('cash', 1470), paid('withheld', 30)] }
  drawScreen(<VoidDialog open sale={withheld} onClose={vi.fn()} onVoided={vi.fn()} />)
  expect(await screen.findByText(s.giveBack('₱1,470.00', methodMessages.methods.cash))).toBeTruthy()
  expect(screen.getByText(refundMessages.withheldAmount('₱30.00'))).toBeTruthy()
  expect(screen.queryByText(s.giveBack('₱30.00', methodMessages.methods.withheld))).toBeNull()
})
