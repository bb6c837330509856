import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCategoryChoices } from './all-categories.ts'
import type { InventoryView } from './inventory-view.ts'

const ALL = 'all'

/** Search and category. */
export function SuppliesToolbar({ query, change }: InventoryView) {
  const [typed, setTyped] = useTypedSearch(query.search, (search) => change({ search }))
  const { choices } = useCategoryChoices()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={s.search} value={typed} onChange={setTyped} className="w-full sm:w-80" />
      <Select
        aria-label={s.filterByCategory}
        options={[{ value: ALL, label: s.allCategories }, ...choices]}
        value={query.category_id ?? ALL}
        onChange={(category) => change({ category: category === ALL ? '' : category })}
        className="w-full! sm:w-56!"
      />
    </div>
  )
}
