import { INVENTORY_PAGE_SIZES, type inventoryContract } from '#shared/inventory/contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

export type ProductQuery = Parsed<typeof inventoryContract.products>['querystring']

/** How the list stands in the address: `?search=gloves&category=…&size=10&page=2`. */
const defaults = { search: '', category: '', size: 5, page: 1 } as const
type State = { search: string; category: string; size: number; page: number }

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** A hand-written address may say anything: what is no category, size or page counts as not given. */
export const productQueryOf = (state: State): ProductQuery => ({
  search: state.search.trim().slice(0, 100),
  category_id: isId(state.category) ? state.category : undefined,
  per_page: INVENTORY_PAGE_SIZES.find((size) => size === state.size) ?? INVENTORY_PAGE_SIZES[0],
  page: Math.min(Math.max(1, state.page), 1_000_000),
})

export type ProductQueryChange = Partial<State>
export type InventoryView = { query: ProductQuery; change: (next: ProductQueryChange) => void }

/** What the list is narrowed by; changing anything but the page goes back to the first one. */
export function useInventoryView(): InventoryView {
  const [state, change] = useUrlState(defaults)
  return { query: productQueryOf(state), change }
}
