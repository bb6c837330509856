import type { Page } from '@playwright/test'
import { salesContract } from '#shared/sales/contract.ts'
import { expect, type RunningClinic } from '../fixtures.ts'

/** Finds a dialog of the till by its title. */
export const dialogOf = (till: Page, name: string | RegExp) => till.getByRole('dialog', { name })

export const service = (till: Page, name: string) => till.getByRole('tabpanel').getByRole('button', { name })

/** Opens the payment dialog for the current order, with cash by default. */
export async function process(till: Page, method = 'Cash'): Promise<void> {
  await till.getByRole('radio', { name: method, exact: true }).click()
  await till.getByRole('button', { name: 'Process Payment' }).click()
}

/** Chooses an existing client and pays the exact amount, for a visit without an appointment. */
export async function fillInClient(till: Page, name: string): Promise<void> {
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByRole('radio', { name: 'Existing Client' }).click()
  await payment.getByRole('combobox', { name: 'Customer Name' }).fill(name)
  await till.getByRole('option', { name: new RegExp(name) }).click()
  await expect(payment.getByRole('radio', { name: 'No appointment (walk-in visit)' })).toBeChecked()
  await payment.getByRole('button', { name: 'Exact' }).click()
}

/** Prints the receipt of the last sale. The dialog of the receipt closes when printing has succeeded. */
export async function printReceipt(till: Page): Promise<void> {
  const receipt = dialogOf(till, 'Receipt Preview')
  await receipt.getByRole('button', { name: 'Print Receipt' }).click()
  await till.getByRole('button', { name: 'Yes, it came out' }).click()
  await expect(receipt).toBeHidden()
}

/** The size of a tablet on the counter. */
export const wide = { viewport: { width: 1280, height: 800 } }
/** Returns a name that no other test uses. */
export const named = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

/** Returns the sales that a search finds, as a cashier sees them. */
export const salesOf = async (clinic: RunningClinic, search: string) =>
  (await clinic.call(clinic.cashier)(salesContract.list, { querystring: { search } })).data
