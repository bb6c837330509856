import { ClipboardCheck, ScanBarcode, SearchX } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { barcodeKey, isBarcode } from '#shared/inventory/barcode.ts'
import { inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { inventoryMessages } from '#shared/inventory/messages.ts'
import { countMessages as s } from '#shared/inventory/stock-messages.ts'
import { isNamed } from '#shared/lib/names.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, Loaded, Skeleton } from '#web/ui/data/load-states.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { CategoryFilter } from './category-filter.tsx'
import { CountRow } from './count-row.tsx'
import { ScanDialog } from './scan-dialog.tsx'
import { differenceOf, useStockCount, type StockCount } from './stock-count.ts'

const PostCountDialog = lazyDialog(async () => (await import('./post-count-dialog.tsx')).PostCountDialog)

/** The stock count: the choice of a category, and then its products with the counted numbers. */
export function CountPart() {
  const { count } = useStockCount()
  return (
    <section className="space-y-3">
      <h2 className="text-lg font-bold">{s.title}</h2>
      {count === null ? <StartCount /> : <Counting count={count} />}
    </section>
  )
}

function StartCount() {
  const { start } = useStockCount()
  const [category, setCategory] = useState<string>()
  const begin = () => {
    if (!start(category ?? null)) toast.error({ title: s.notStored })
  }
  return (
    <div className="space-y-4 rounded-card border border-line bg-surface p-4">
      <p className="text-ink-2">{s.hint}</p>
      <div className="flex flex-wrap items-center gap-3">
        <CategoryFilter label={s.choose} value={category} onChange={setCategory} />
        <Button
          variant="primary"
          icon={<ClipboardCheck size={18} aria-hidden="true" />}
          onClick={begin}
          className="max-sm:w-full"
        >
          {s.start}
        </Button>
      </div>
    </div>
  )
}

function Counting({ count }: { count: StockCount }) {
  const filter = count.category_id === null ? {} : { category_id: count.category_id }
  const read = useEveryRow(inventoryContract.products, { filter, failed: inventoryMessages.failedToLoad })
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-96 w-full" />}>
      {(products) => <CountedProducts count={count} products={products} />}
    </Loaded>
  )
}

type Shown = keyof typeof s.filters
/** The number of products that are drawn at first, and with each press on "Show more". */
const STEP = 50

const isFound = (typed: string, { name, category_name, barcode }: Product) =>
  isNamed(typed, name, category_name) ||
  (isBarcode(typed) && barcode !== null && barcodeKey(barcode) === barcodeKey(typed))

/** The search, the filter and the number of drawn products. A found barcode shows only its product, in focus. */
function useShownProducts({ lines }: StockCount, products: readonly Product[]) {
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(STEP)
  const [found, setFound] = useState<string | null>(null)
  // `open` has the products that were not counted when the filter was chosen. They stay in the list when they are
  // counted.
  const [filter, setFilter] = useState<{ shown: Shown; open: ReadonlySet<string> }>({ shown: 'all', open: new Set() })
  const isDifferent = ({ id }: Product) => lines[id] !== undefined && differenceOf(lines[id]) !== 0
  const matching = products.filter(
    (product) =>
      isFound(search.trim(), product) &&
      (filter.shown === 'all' || (filter.shown === 'open' ? filter.open.has(product.id) : isDifferent(product))),
  )
  const choose = (shown: Shown) => {
    setFilter({ shown, open: new Set(products.filter(({ id }) => lines[id] === undefined).map(({ id }) => id)) })
    setMost(STEP)
  }
  const type = (text: string) => {
    setSearch(text)
    setFound(null)
    setMost(STEP)
  }
  /** Searches for the product with this barcode and focuses its field; false if no product has the barcode. */
  const find = (code: string): boolean => {
    const product = products.find(({ barcode }) => barcode !== null && barcodeKey(barcode) === barcodeKey(code))
    if (!product) return false
    setFilter({ shown: 'all', open: new Set() })
    setSearch(code)
    setFound(product.id)
    return true
  }
  return {
    search,
    type,
    filter: filter.shown,
    choose,
    find,
    found,
    matching,
    most,
    showMore: () => setMost(most + STEP),
  }
}

const canScan = () => 'BarcodeDetector' in globalThis

function CountedProducts({ count, products }: { count: StockCount; products: readonly Product[] }) {
  const list = useShownProducts(count, products)
  const scan = useDialog(ScanDialog, { onScanned: list.find })
  const searchByScanner = (event: KeyboardEvent) => {
    const code = list.search.trim()
    if (event.key !== 'Enter' || !isBarcode(code)) return
    event.preventDefault()
    if (!list.find(code)) toast.error({ title: s.unknownBarcode })
  }
  const { matching, most } = list
  return (
    <div className="space-y-3">
      <div className="flex gap-2">
        <SearchBox
          label={s.searchOrScan}
          value={list.search}
          onChange={list.type}
          onKeyDown={searchByScanner}
          className="flex-1 sm:max-w-80"
        />
        {canScan() && (
          <Button icon={<ScanBarcode size={18} aria-hidden="true" />} onClick={() => scan.open({})}>
            {s.scan}
          </Button>
        )}
      </div>
      <SegmentedControl
        aria-label={s.filter}
        options={(['all', 'open', 'different'] as const).map((value) => ({ value, label: s.filters[value] }))}
        value={list.filter}
        onChange={list.choose}
      />
      {matching.length === 0 ? (
        <EmptyState icon={SearchX} title={s.noProducts} body={s.noProductsHint} />
      ) : (
        <ul onKeyDown={focusNextField} className="divide-y divide-line rounded-card border border-line bg-surface">
          {matching.slice(0, most).map((product) => (
            <CountRow
              key={product.id}
              product={product}
              line={count.lines[product.id]}
              isFound={product.id === list.found}
            />
          ))}
        </ul>
      )}
      {matching.length > most && (
        <Button onClick={list.showMore} className="w-full">
          {s.more(Math.min(STEP, matching.length - most))}
        </Button>
      )}
      <CountBar count={count} products={products} />
      {scan.element}
    </div>
  )
}

/** Enter in the field of a product goes to the field of the next one. */
function focusNextField(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type=hidden], [aria-hidden=true])'),
  ]
  const next = fields[fields.indexOf(event.target) + 1]
  if (next) next.focus()
  else event.target.blur()
}

/** The progress of the count, with the buttons that end it. */
function CountBar({ count, products }: { count: StockCount; products: readonly Product[] }) {
  const { discard } = useStockCount()
  const confirm = useConfirm()
  const post = useDialog(PostCountDialog, { products })
  const lines = products.flatMap(({ id }) => count.lines[id] ?? [])
  const differences = lines.filter((line) => Boolean(differenceOf(line))).length
  const ask = async () => {
    const question = {
      title: s.discardQuestion,
      body: s.discardText,
      confirmLabel: s.discard,
      cancelLabel: s.keep,
      danger: true,
    }
    if (await confirm(question)) discard()
  }
  return (
    <div className="sticky bottom-0 z-5 flex flex-wrap items-center gap-3 rounded-t-panel border border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-2">
      <p role="status" className="tnum min-w-48 flex-1 text-sm">
        <b>{s.progress(lines.length, products.length)}</b>
        {lines.length > 0 && `, ${s.differences(differences)}`}
      </p>
      <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
        <Button variant="danger-quiet" onClick={() => void ask()}>
          {s.discard}
        </Button>
        <Button variant="primary" disabled={lines.length === 0} onClick={() => post.open({})}>
          {s.review}
        </Button>
      </div>
      {post.element}
    </div>
  )
}
