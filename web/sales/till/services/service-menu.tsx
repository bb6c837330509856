import { clsx } from 'clsx'
import { List } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Treatment } from '#shared/catalogue/records.ts'
import { isBarcode } from '#shared/inventory/barcode.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useMediaQuery } from '#web/lib/use-device.ts'
import { useMostSold, useProductsForSale, useServices, useTreatments } from '#web/sales/api.ts'
import { useScanner, useTillKey } from '#web/sales/till/till-keys.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { hasFavourites, useFavourites } from './favourites.tsx'
import { Shelf, type Catalogue } from './service-shelf.tsx'
import {
  ALL,
  FAVOURITES,
  itemOfProduct,
  itemWithBarcode,
  MOST_SOLD,
  PRODUCTS,
  servicesShown,
  type ShelfName,
  type TillItem,
} from './shelves.ts'

type MenuProps = {
  catalogue: Catalogue
  ordered: ReadonlySet<string>
  onTap: (service: TillItem) => void
}

/**
 * Keyboard handling of search and services: `/` focuses the search, Enter adds the first service and clears the search,
 * arrow down moves to the services; arrows, Home and End move among them.
 */
function useMenuKeys(first: TillItem | undefined, take: (service: TillItem) => void, takeCode: (code: string) => void) {
  const box = useRef<HTMLDivElement>(null)
  const shelf = useRef<HTMLDivElement>(null)
  useTillKey('/', () => box.current?.querySelector('input')?.focus())
  const cards = () => [...(shelf.current?.querySelectorAll('button') ?? [])]
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const typed = event.currentTarget.value.trim()
    if (event.key === 'Enter' && isBarcode(typed)) takeCode(typed)
    else if (event.key === 'Enter' && typed !== '' && first) take(first)
    else if (event.key === 'ArrowDown') cards()[0]?.focus()
    else return
    event.preventDefault()
  }
  const onShelfKey = (event: KeyboardEvent) => {
    const all = cards()
    const next = cardAfterKey(all, all.indexOf(document.activeElement as HTMLButtonElement), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return { box, shelf, onSearchKey, onShelfKey }
}

/** The service's card to which a key moves the focus; undefined for other keys and at the edges. */
function cardAfterKey<Card extends { offsetTop: number }>(cards: readonly Card[], at: number, key: string) {
  const columns = cards.filter((card) => card.offsetTop === cards[0]?.offsetTop).length
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: cards.length - 1,
  }
  return at < 0 ? undefined : cards[places[key] ?? -1]
}

/** The services of each tab of the menu, and the open tab. A till with favourites opens with the favourites. */
function useShelf({ treatments, services, products }: Catalogue) {
  const [chosen, choose] = useState<ShelfName>(() => (hasFavourites() ? FAVOURITES : ALL))
  const favourites = useFavourites()
  const mostSold = useMostSold({ failed: s.mostSoldFailed })
  const isThere =
    chosen === FAVOURITES ||
    chosen === MOST_SOLD ||
    (chosen === PRODUCTS && products.length > 0) ||
    treatments.some(({ id }) => id === chosen)
  const ids = useMemo(() => mostSold.data?.data.map(({ service_id }) => service_id) ?? nothing, [mostSold.data])
  const shelf = isThere ? chosen : ALL
  const items = useMemo((): readonly TillItem[] => [...services, ...products], [services, products])
  const shown = (search: string) => servicesShown(items, shelf, { favourites, mostSold: ids }, search)
  return { shelf, choose, shown, mostSold }
}

/**
 * Shelves (favourites, best sellers, treatments), search, and services. Wide screens list all treatments at the side;
 * narrow ones have them behind a button, except the current one.
 */
export function ServiceMenu({ catalogue, ordered, onTap }: MenuProps) {
  const [search, setSearch] = useState('')
  const { shelf, choose, shown, mostSold } = useShelf(catalogue)
  const isNarrow = useMediaQuery('(width < 80rem)')
  const services = shown(search)
  const take = (service: TillItem) => {
    onTap(service)
    setSearch('')
  }
  const takeCode = (code: string) => {
    const product = itemWithBarcode(catalogue.products, code)
    if (product) take(product)
    else toast.error({ title: s.noSuchBarcode(code) })
  }
  const keys = useMenuKeys(services[0], take, takeCode)
  useScanner(catalogue.products.length > 0, takeCode)
  return (
    <Tabs
      label={s.treatments}
      items={tabsOf(catalogue, isNarrow ? shelf : null)}
      value={shelf}
      onChange={choose}
      atSide={!isNarrow}
      aside={
        <div ref={keys.box} className="flex w-full shrink-0 items-center gap-2 xl:pt-3 xl:pr-5 xl:pb-2 xl:pl-3">
          <SearchBox
            label={shelf === PRODUCTS ? s.searchProducts : s.searchServices}
            value={search}
            onChange={setSearch}
            onKeyDown={keys.onSearchKey}
            className="min-w-0 flex-1"
          />
          {isNarrow && <TreatmentsMenu treatments={catalogue.treatments} onChoose={choose} />}
        </div>
      }
      className={clsx('min-h-0 flex-1', isNarrow && 'flex flex-col')}
      barClassName="flex-wrap px-4 pt-3 pb-2 lg:px-5"
      panelClassName="min-h-0 flex-1"
    >
      <Shelf
        catalogue={catalogue}
        ordered={ordered}
        onTap={onTap}
        shelf={shelf}
        services={services}
        mostSold={mostSold}
        isSearching={search.trim() !== ''}
        gridRef={keys.shelf}
        onGridKey={keys.onShelfKey}
      />
    </Tabs>
  )
}

type Tab = { value: ShelfName; label: string }

/** The tabs of the till's menu. On a narrow screen treatments are behind a button, except the current one (`only`). */
function tabsOf({ treatments, products, isLoading }: Catalogue, only: ShelfName | null): Tab[] {
  return [
    { value: FAVOURITES, label: s.favourites },
    { value: MOST_SOLD, label: s.mostSold },
    { value: ALL, label: isLoading ? s.loadingTreatments : s.all },
    ...(products.length > 0 ? [{ value: PRODUCTS, label: s.products }] : []),
    ...treatments
      .filter(({ id }) => only === null || id === only)
      .map(({ id, treatment_name: label }) => ({ value: id, label })),
  ]
}

type TreatmentsMenuProps = { treatments: readonly Treatment[]; onChoose: (shelf: ShelfName) => void }

function TreatmentsMenu({ treatments, onChoose }: TreatmentsMenuProps) {
  const items = treatments.map(({ id, treatment_name: label }) => ({ label, onSelect: () => onChoose(id) }))
  return (
    <Menu
      trigger={
        <Button icon={<List size={20} aria-hidden="true" />} className="max-md:px-3!">
          <span className="max-md:sr-only">{s.moreTreatments}</span>
        </Button>
      }
      items={items}
    />
  )
}

const nothing: never[] = []

/**
 * Reads all treatments, services and products for sale. Treatments without services are included, because their tab
 * says that they are empty.
 */
export function useTillCatalogue(): Catalogue {
  const treatments = useTreatments({ failed: s.loadFailed })
  const services = useServices({ failed: s.loadFailed })
  const sold = useProductsForSale({ failed: s.loadFailed })
  const products = useMemo(() => sold.data?.data.map(itemOfProduct) ?? nothing, [sold.data])
  const failure = treatments.failure ?? services.failure ?? sold.failure
  const onRetry = () => void Promise.all([treatments.reload(), services.reload(), sold.reload()])
  return {
    treatments: treatments.data ?? nothing,
    services: services.data ?? nothing,
    products,
    isLoading: treatments.isLoading || services.isLoading,
    failure: failure && { message: failure.message, onRetry, busy: treatments.isFetching || services.isFetching },
  }
}
