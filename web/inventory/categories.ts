import { inventoryContract } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { useEveryRow } from '#web/data/use-every-row.ts'
import type { Option } from '#web/ui/fields/option.ts'

/** Products show the names of their categories, categories the number of their products: both are read again. */
export const inventoryReads = [inventoryContract.products, inventoryContract.categories]

/** Every category, by name: for the filter, the product dialog and the dialog of the categories itself. */
export const useAllCategories = () => useEveryRow(inventoryContract.categories, { failed: s.failedToLoadCategories })

/** The categories for a select, with what stands in its place while none can be chosen. */
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
