import { clsx } from 'clsx'
import { Check, Sparkles, Star } from 'lucide-react'
import { memo, type FocusEvent, type KeyboardEvent, type Ref } from 'react'
import type { Service, Treatment } from '#shared/catalogue/records.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { ReadFailure } from '#web/data/use-read.ts'
import type { useMostSold } from '#web/sales/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { edgeColourOf, ServicePicture } from '#web/ui/data/service-picture.tsx'
import { useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { FavouritesDialog } from './favourites.tsx'
import { FAVOURITES, MOST_SOLD, PRODUCTS, type ShelfName, type TillItem } from './shelves.ts'

/** The till's catalogue, as far as it is loaded. */
export type Catalogue = {
  treatments: readonly Treatment[]
  services: readonly Service[]
  /** The products that the clinic sells; empty for most clinics. */
  products: readonly TillItem[]
  isLoading: boolean
  /** The error if treatments, services or products could not be loaded. */
  failure: Pick<ReadFailure, 'message' | 'onRetry' | 'busy'> | undefined
}

type GridKeys = { gridRef: Ref<HTMLDivElement>; onGridKey: (event: KeyboardEvent) => void }

type ShelfProps = GridKeys & {
  catalogue: Catalogue
  ordered: ReadonlySet<string>
  onTap: (service: TillItem) => void
  shelf: ShelfName
  services: readonly TillItem[]
  mostSold: ReturnType<typeof useMostSold>
  isSearching: boolean
}

/** A grid of services with an error above it if they could not be loaded; earlier loaded services stay visible. */
export function Shelf({ catalogue, ordered, onTap, shelf, services, mostSold, isSearching, ...keys }: ShelfProps) {
  const isRanked = shelf === MOST_SOLD && !isSearching
  const failure = catalogue.failure ?? (isRanked ? mostSold.failure : undefined)
  const isLoading = catalogue.isLoading || (isRanked && mostSold.isLoading)
  return (
    <ScrollBox className="h-full px-4 pt-1 pb-6 lg:px-5 xl:pl-3">
      {failure && (
        <ErrorPanel message={failure.message} onRetry={failure.onRetry} busy={failure.busy} className="mb-3" />
      )}
      {shelf === FAVOURITES && !isSearching && !isLoading && (
        <FavouritesHead services={catalogue.services} isEmpty={services.length === 0} />
      )}
      {isLoading && !failure && <LoadingGrid />}
      {!isLoading && services.length > 0 && (
        <ServiceGrid services={services} ordered={ordered} onTap={onTap} {...keys} />
      )}
      {!isLoading && services.length === 0 && !failure && <EmptyShelf shelf={shelf} isSearching={isSearching} />}
    </ScrollBox>
  )
}

/** The heading of the favourites shelf, with the button that opens the choice of favourites. */
function FavouritesHead({ services, isEmpty }: { services: readonly Service[]; isEmpty: boolean }) {
  const dialog = useDialog(FavouritesDialog, { services })
  const button = (
    <Button onClick={() => dialog.open({})} icon={<Star size={18} aria-hidden="true" />}>
      {s.chooseFavourites}
    </Button>
  )
  return (
    <>
      {isEmpty ? (
        <EmptyState icon={Star} title={s.noFavourites} body={s.noFavouritesHint} action={button} />
      ) : (
        <div className="mb-3">{button}</div>
      )}
      {dialog.element}
    </>
  )
}

function EmptyShelf({ shelf, isSearching }: { shelf: ShelfName; isSearching: boolean }) {
  if (isSearching && shelf === PRODUCTS) return <EmptyState icon={Sparkles} title={s.noProductsFound} />
  if (isSearching) return <EmptyState icon={Sparkles} title={s.noServices} body={s.noServicesFound} />
  if (shelf === FAVOURITES) return null
  if (shelf === MOST_SOLD) return <EmptyState icon={Sparkles} title={s.nothingSold} />
  return <EmptyState icon={Sparkles} title={s.noServices} body={s.noCatalogue} />
}

const grid = 'grid auto-rows-max grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]'
// The classes of a service's card. The browser does not render cards outside of the viewport.
const card = 'flex flex-col overflow-hidden rounded-card border bg-surface [contain-intrinsic-size:auto_10rem]'

type CardProps = { service: TillItem; isOrdered: boolean; isFirst: boolean; onTap: (service: TillItem) => void }

const OrderedMark = ({ className }: { className: string }) => (
  <span className={clsx('grid size-7 place-items-center rounded-full bg-primary text-on-primary', className)}>
    <Check size={16} strokeWidth={3} aria-hidden="true" />
  </span>
)

/**
 * A service's card with its picture. Without a picture the card is half as high and has an edge in its treatment's
 * colour.
 */
const ServiceCard = memo(function ServiceCard({ service, isOrdered, isFirst, onTap }: CardProps) {
  const picture = service.service_pic
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onTap(service)}
      style={picture ? undefined : { borderLeft: `4px solid ${edgeColourOf(service.treatment_id)}` }}
      className={clsx(
        card,
        'relative touch-manipulation text-left [content-visibility:auto]',
        'transition-[border-color,scale] active:scale-[.98]',
        isOrdered ? 'border-primary ring-1 ring-primary' : 'border-line hover:border-line-strong',
      )}
    >
      {picture && (
        <ServicePicture picture={picture} treatmentId={service.treatment_id} className="h-[4.75rem] w-full" />
      )}
      {isOrdered && <OrderedMark className={clsx('absolute top-2.5', picture ? 'left-2.5' : 'right-2.5')} />}
      <span className={clsx('flex flex-1 flex-col', picture ? 'p-3' : 'min-h-16 px-3 py-2')}>
        <span className={clsx('line-clamp-2 text-ctl leading-snug font-semibold', isOrdered && !picture && 'pr-8')}>
          {service.service_name}
        </span>
        <span className={clsx('tnum mt-auto text-lead font-bold text-primary', picture && 'pt-2')}>
          {formatPesoShort(toCentavos(service.service_price))}
        </span>
        {service.stock !== undefined && (
          <span className={clsx('tnum text-sm', service.stock > 0 ? 'text-ink-2' : 'font-semibold text-danger')}>
            {s.inStock(formatNumber(service.stock))}
          </span>
        )}
        {isOrdered && <span className="sr-only">{s.inOrder}</span>}
      </span>
    </button>
  )
})

type GridProps = GridKeys & {
  services: readonly TillItem[]
  ordered: ReadonlySet<string>
  onTap: (service: TillItem) => void
}

/** Makes the focused service card the only one at which Tab stops. */
function moveTabStop({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  for (const one of currentTarget.querySelectorAll('button')) one.tabIndex = one === target ? 0 : -1
}

/**
 * The services of a shelf; a tap adds one to the order. Only one service is a tab stop, so that Tab soon reaches the
 * order.
 */
function ServiceGrid({ services, ordered, onTap, gridRef, onGridKey }: GridProps) {
  return (
    <div
      ref={gridRef}
      role="group"
      aria-label={s.services}
      onKeyDown={onGridKey}
      onFocus={moveTabStop}
      className={grid}
    >
      {services.map((service, i) => (
        <ServiceCard
          key={service.id}
          service={service}
          isOrdered={ordered.has(service.id)}
          isFirst={i === 0}
          onTap={onTap}
        />
      ))}
    </div>
  )
}

function LoadingGrid() {
  return (
    <SkeletonGroup label={s.loadingTreatments} className={grid}>
      {Array.from({ length: 8 }, (_, i) => (
        <div key={i} className={clsx(card, 'border-line')}>
          <Skeleton className="h-[4.75rem] rounded-none" />
          <div className="space-y-3 p-3">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-5 w-20" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
