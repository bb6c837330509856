import type { Locator, Page } from '@playwright/test'
import { clientsContract } from '#shared/clients/contract.ts'
import { expect, type RunningClinic } from '../fixtures.ts'

export const unique = () => crypto.randomUUID().slice(0, 8)

/** Creates a client record without a log-in. */
export const addClient = async (clinic: RunningClinic, name: string, more = {}) =>
  (await clinic.call(clinic.cashier)(clientsContract.create, { body: { name, ...more } })).data

/** Chooses an option of a select or a combobox. */
export async function pick(page: Page, box: Locator, option: string | RegExp): Promise<void> {
  await box.click()
  await page.getByRole('option', { name: option }).click()
}

/** Chooses options of a multi-select and closes its list. */
export async function tick(page: Page, dialog: Locator, label: string, options: string[]): Promise<void> {
  const box = dialog.getByRole('combobox', { name: label })
  await box.click()
  for (const option of options) await page.getByRole('option', { name: option }).click()
  await box.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}
