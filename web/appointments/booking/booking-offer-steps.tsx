import { clsx } from 'clsx'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { ServicePicture } from '#web/ui/data/service-picture.tsx'
import type { BookingService, BookingTreatment } from './booking-api.ts'
import { StepFrame } from './booking-step-frame.tsx'
import type { BookingModel } from './use-booking.ts'

export const choiceCard = (chosen: boolean) =>
  clsx(
    'w-full touch-manipulation rounded-card border bg-surface text-left transition-[border-color,box-shadow] active:translate-y-px',
    chosen ? 'border-primary ring-1 ring-primary' : 'border-line hover:border-line-strong hover:shadow-2',
  )

export function BookingTreatmentStep({ model }: { model: BookingModel }) {
  return (
    <StepFrame booking={model.booking}>
      <Treatments model={model} />
    </StepFrame>
  )
}

function Treatments({ model: { booking, dispatch, sources } }: { model: BookingModel }) {
  const { treatments } = sources
  if (treatments.status === 'failed') return <ErrorPanel message={treatments.sentence} onRetry={treatments.reload} />
  if (treatments.status === 'loading')
    return (
      <SkeletonGroup label={s.loadingTreatments} className="grid gap-3 sm:grid-cols-2">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-24 rounded-card!" />
        ))}
      </SkeletonGroup>
    )
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
      {treatments.data.map((treatment) => (
        <li key={treatment.id} className="flex">
          <TreatmentCard
            treatment={treatment}
            chosen={treatment.id === booking.treatment}
            onChoose={() => dispatch({ type: 'treatment-chosen', id: treatment.id })}
          />
        </li>
      ))}
    </ul>
  )
}

type TreatmentCardProps = { treatment: BookingTreatment; chosen: boolean; onChoose: () => void }

function TreatmentCard({ treatment, chosen, onChoose }: TreatmentCardProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(choiceCard(chosen), 'flex items-center gap-4 p-3.5 xs:p-4')}
    >
      <ServicePicture picture={treatment.treatment_pic} treatmentId={treatment.id} className="size-16 rounded-ctl" />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{treatment.treatment_name}</span>
        {treatment.treatment_description && (
          <span className="mt-0.5 line-clamp-2 text-sm text-ink-2 wrap-anywhere">
            {treatment.treatment_description}
          </span>
        )}
      </span>
    </button>
  )
}

export function BookingServiceStep({ model }: { model: BookingModel }) {
  const { treatments } = model.sources
  const treatment =
    treatments.status === 'ready' ? treatments.data.find(({ id }) => id === model.booking.treatment) : undefined
  return (
    <StepFrame booking={model.booking} note={treatment?.treatment_name}>
      <Services model={model} />
    </StepFrame>
  )
}

function Services({ model: { booking, dispatch, sources } }: { model: BookingModel }) {
  const { services } = sources
  if (services.status === 'failed') return <ErrorPanel message={services.sentence} onRetry={services.reload} />
  if (services.status === 'loading')
    return (
      <SkeletonGroup label={s.loadingServices} className="space-y-3">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-24 rounded-card!" />
        ))}
      </SkeletonGroup>
    )
  const left = services.data.filter(({ id }) => !booking.earlier.some(({ service }) => service === id))
  if (left.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface px-6 py-10 text-center">
        <p className="font-bold">{s.noServices}</p>
        <Button className="mt-4" onClick={() => dispatch({ type: 'step-chosen', step: 1 })}>
          {s.otherTreatment}
        </Button>
      </div>
    )
  return (
    <ul className="space-y-3">
      {left.map((service) => (
        <li key={service.id}>
          <ServiceCard
            service={service}
            chosen={service.id === booking.service}
            onChoose={() => dispatch({ type: 'service-chosen', id: service.id })}
          />
        </li>
      ))}
    </ul>
  )
}

type ServiceCardProps = { service: BookingService; chosen: boolean; onChoose: () => void }

function ServiceCard({ service, chosen, onChoose }: ServiceCardProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(choiceCard(chosen), 'flex items-center gap-4 p-3.5 xs:p-4')}
    >
      <ServicePicture
        picture={service.service_pic}
        treatmentId={service.treatment_id}
        className="size-16 rounded-ctl"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{service.service_name}</span>
        <span className="mt-0.5 line-clamp-2 text-sm text-ink-2 wrap-anywhere">
          {service.service_description && `${service.service_description} · `}
          {s.minutes(service.duration_minutes)}
        </span>
      </span>
      <span className="tnum font-bold">{formatPesoShort(toCentavos(service.service_price))}</span>
    </button>
  )
}
