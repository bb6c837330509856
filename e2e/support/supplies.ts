import type { Page } from '@playwright/test'
import { inventoryContract } from '#shared/inventory/contract.ts'
import type { RunningClinic } from '../fixtures.ts'

/** Creates a category with products of the given names. The first has 0 pieces, the second 1, and so on. */
export async function stock(clinic: RunningClinic, category: string, names: string[]): Promise<string> {
  const admin = clinic.call(clinic.admin)
  const { data } = await admin(inventoryContract.createCategory, { body: { name: category } })
  for (const [quantity, name] of names.entries()) {
    const body = { name, quantity: String(quantity), unit_type: 'box', category_id: data.id }
    await admin(inventoryContract.createProduct, { body })
  }
  return data.id
}

/** The dialog that asks for confirmation before a permanent deletion. */
export const question = (page: Page, kind: 'product' | 'category') =>
  page.getByRole('alertdialog', {
    name: `Are you sure you want to delete this ${kind}? This action cannot be undone.`,
  })
