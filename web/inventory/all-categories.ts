import { queryOptions, useQuery } from '@tanstack/react-query'
import { inventoryContract, type Category } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { api } from '#web/lib/api.ts'
import type { Option } from '#web/ui/option.ts'

async function everyPage(signal: AbortSignal): Promise<Category[]> {
  const categories: Category[] = []
  for (let page = 1; ; page++) {
    const querystring = { page, per_page: MAX_PER_PAGE }
    const { data, total } = await api(inventoryContract.categories, { querystring }, { signal })
    categories.push(...data)
    if (data.length === 0 || categories.length >= total) return categories
  }
}

const allCategoriesQuery = queryOptions({
  queryKey: [inventoryContract.categories.url, 'all'],
  queryFn: ({ signal }) => everyPage(signal),
})

/** Every category, by name: for the filter, the product dialog and the dialog of the categories itself. */
export const useAllCategories = () => useQuery(allCategoriesQuery)

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
