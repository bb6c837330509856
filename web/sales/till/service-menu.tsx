import { clsx } from 'clsx'
import { Check, Sparkles } from 'lucide-react'
import { memo, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import type { Service, Treatment } from '#shared/catalogue/records.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useServices, useTreatments } from '#web/sales/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { ServicePicture } from '#web/ui/service-picture.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useTillKey } from './use-till-key.ts'

type MenuProps = {
  catalogue: ReturnType<typeof useTillCatalogue>
  ordered: ReadonlySet<string>
  onTap: (service: Service) => void
}

const ALL = ''

/**
 * The keys of search and services: `/` goes to the search, Enter in it adds the first service and clears it, arrow down
 * leads to the services. Arrows, Home and End move among them.
 */
function useMenuKeys(first: Service | undefined, take: (service: Service) => void) {
  const box = useRef<HTMLDivElement>(null)
  const shelf = useRef<HTMLDivElement>(null)
  useTillKey('/', () => box.current?.querySelector('input')?.focus())
  const cards = () => [...(shelf.current?.querySelectorAll('button') ?? [])]
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.currentTarget.value.trim() !== '' && first) take(first)
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

/** The card that a key leads to; undefined for other keys, and at the edges. */
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

/** Tabs of treatments, search, and the services they leave. */
export function ServiceMenu({ catalogue, ordered, onTap }: MenuProps) {
  const [tab, setTab] = useState(ALL)
  const [search, setSearch] = useState('')
  const { treatments, services, isLoading } = catalogue
  const present = treatments.some((treatment) => treatment.id === tab) ? tab : ALL
  const shown = useMemo(() => servicesShown(services, present, search), [services, present, search])
  const keys = useMenuKeys(shown[0], (service) => {
    onTap(service)
    setSearch('')
  })
  return (
    <Tabs
      label={s.treatments}
      items={tabsOf(treatments, isLoading)}
      value={present}
      onChange={setTab}
      aside={
        <div ref={keys.box} className="w-full shrink-0 md:w-64">
          <SearchBox label={s.searchServices} value={search} onChange={setSearch} onKeyDown={keys.onSearchKey} />
        </div>
      }
      className="flex min-h-0 flex-1 flex-col"
      barClassName="px-4 pt-3 pb-2 lg:px-5"
      panelClassName="min-h-0 flex-1"
    >
      <Shelf
        catalogue={catalogue}
        ordered={ordered}
        onTap={onTap}
        services={shown}
        isSearching={search.trim() !== ''}
        gridRef={keys.shelf}
        onGridKey={keys.onShelfKey}
      />
    </Tabs>
  )
}

const tabsOf = (treatments: readonly Treatment[], isLoading: boolean) => [
  { value: ALL, label: isLoading ? s.loadingTreatments : s.all },
  ...treatments.map((treatment) => ({ value: treatment.id, label: treatment.treatment_name })),
]

type GridKeys = { gridRef: Ref<HTMLDivElement>; onGridKey: (event: KeyboardEvent) => void }

type ShelfProps = MenuProps & GridKeys & { services: readonly Service[]; isSearching: boolean }

/** The grid, with the failure above it when the catalogue could not be loaded; what was loaded before stays. */
function Shelf({ catalogue, ordered, onTap, services, isSearching, ...keys }: ShelfProps) {
  const { failure, isLoading } = catalogue
  return (
    <ScrollBox className="h-full px-4 pt-1 pb-6 lg:px-5">
      {failure && (
        <ErrorPanel message={failure} onRetry={catalogue.reload} busy={catalogue.isFetching} className="mb-3" />
      )}
      {(catalogue.services.length > 0 || !failure) && (
        <ServiceGrid
          services={services}
          ordered={ordered}
          onTap={onTap}
          isSearching={isSearching}
          isLoading={isLoading}
          {...keys}
        />
      )}
    </ScrollBox>
  )
}

const grid = 'grid auto-rows-max grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5'
// Cards beyond the edge are not drawn until they are scrolled to.
const card = 'flex flex-col overflow-hidden rounded-card border bg-surface [contain-intrinsic-size:auto_10rem]'

type CardProps = { service: Service; isOrdered: boolean; onTap: (service: Service) => void }

const ServiceCard = memo(function ServiceCard({ service, isOrdered, onTap }: CardProps) {
  return (
    <button
      type="button"
      onClick={() => onTap(service)}
      className={clsx(
        card,
        'relative touch-manipulation text-left [content-visibility:auto]',
        'transition-[border-color,scale] active:scale-[.98]',
        isOrdered ? 'border-primary ring-1 ring-primary' : 'border-line hover:border-line-strong',
      )}
    >
      <ServicePicture picture={service.service_pic} treatmentId={service.treatment_id} className="h-[4.75rem] w-full" />
      {isOrdered && (
        <span className="absolute top-2.5 left-2.5 grid size-7 place-items-center rounded-full bg-primary text-on-primary">
          <Check size={16} strokeWidth={3} aria-hidden="true" />
        </span>
      )}
      <span className="flex flex-1 flex-col p-3">
        <span className="line-clamp-2 text-ctl leading-snug font-semibold">{service.service_name}</span>
        <span className="tnum mt-auto pt-2 text-lead font-bold text-primary">
          {formatPesoShort(toCentavos(service.service_price))}
        </span>
        {isOrdered && <span className="sr-only">{s.inOrder}</span>}
      </span>
    </button>
  )
})

type GridProps = GridKeys & {
  services: readonly Service[]
  ordered: ReadonlySet<string>
  onTap: (service: Service) => void
  isSearching: boolean
  isLoading: boolean
}

/** The services of a tab; a tap puts one into the order. */
function ServiceGrid({ services, ordered, onTap, isSearching, isLoading, gridRef, onGridKey }: GridProps) {
  if (isLoading) return <LoadingGrid />
  if (services.length === 0)
    return <EmptyState icon={Sparkles} title={s.noServices} body={isSearching ? s.noServicesFound : s.noCatalogue} />
  return (
    <div ref={gridRef} role="group" aria-label={s.services} onKeyDown={onGridKey} className={grid}>
      {services.map((service) => (
        <ServiceCard key={service.id} service={service} isOrdered={ordered.has(service.id)} onTap={onTap} />
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

const nothing: never[] = []

/** The services that a tab and a search leave: every word of the search stands in the name of service or treatment. */
function servicesShown(services: readonly Service[], treatmentId: string, search: string): Service[] {
  const words = searchable(search).split(' ')
  return services.filter((service) => {
    if (treatmentId !== '' && service.treatment_id !== treatmentId) return false
    const text = searchable(service.service_name, service.treatment_name)
    return words.every((word) => text.includes(word))
  })
}

/** Every treatment, those without services too (their tab says so), and every service. */
export function useTillCatalogue() {
  const treatments = useTreatments({ failed: s.loadFailed })
  const services = useServices({ failed: s.loadFailed })
  return {
    treatments: treatments.data ?? nothing,
    services: services.data ?? nothing,
    isLoading: treatments.isLoading || services.isLoading,
    /** What to say when one of the lists could not be loaded. */
    failure: (treatments.failure ?? services.failure)?.message,
    isFetching: treatments.isFetching || services.isFetching,
    reload: () => void Promise.all([treatments.reload(), services.reload()]),
  }
}
