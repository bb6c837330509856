import { inventoryContract } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import type { Option } from '#web/ui/fields/option.tsx'

/** Products show category names and categories show product counts, so both are reloaded. */
export const inventoryReads = [inventoryContract.products, inventoryContract.categories]

/** All categories by name, for the filter and the dialogs. */
export const useAllCategories = () => useEveryRow(inventoryContract.categories, { failed: s.failedToLoadCategories })

/** The categories for a select, with a placeholder while there is none. */
export function useCategoryChoices(): { choices: readonly Option[]; placeholder: string; none: boolean } {
  const { data, error } = useAllCategories()
  const none = data?.length === 0
  const waiting = error ? s.failedToLoadCategories : s.loadingCategories
  return {
    choices: data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    none,
    placeholder: none ? s.noCategory : data ? s.selectCategory : waiting,
  }
}
