import { clsx } from 'clsx'
import { Check, Sparkles } from 'lucide-react'
import { memo } from 'react'
import type { Service } from '#shared/catalogue/records.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ServicePicture } from '#web/ui/service-picture.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

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

type GridProps = {
  services: readonly Service[]
  ordered: ReadonlySet<string>
  onTap: (service: Service) => void
  isSearching: boolean
  isLoading: boolean
}

/** The services of a tab; a tap puts one into the order. */
export function ServiceGrid({ services, ordered, onTap, isSearching, isLoading }: GridProps) {
  if (isLoading) return <LoadingGrid />
  if (services.length === 0)
    return <EmptyState icon={Sparkles} title={s.noServices} body={isSearching ? s.noServicesFound : s.noCatalogue} />
  return (
    <div className={grid}>
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
