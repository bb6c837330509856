import { Plus, X } from 'lucide-react'
import { availabilityMessages as s } from '#shared/appointments/messages.ts'
import { bookingMessages } from '#shared/appointments/booking-messages.ts'
import { formatPesoShort } from '#shared/lib/money.ts'
import { MOST_SERVICES } from '#shared/lib/visit-services.ts'
import { Button } from '#web/ui/button.tsx'
import { shownService, type Earlier } from './booking.ts'
import { formatVisit, type BookingModel } from './use-booking.ts'

/**
 * The chosen service in the form in which the list of services shows it; null until it is chosen and its name is
 * loaded.
 */
function presentService({ booking, sources: { treatments, services } }: BookingModel): Earlier | null {
  if (treatments.status !== 'ready' || services.status !== 'ready') return null
  const treatment = treatments.data.find(({ id }) => id === booking.treatment)
  const service = services.data.find(({ id }) => id === booking.service)
  return treatment && service ? shownService(treatment, service) : null
}

/** True if the chosen treatment has services that are not part of the visit yet. */
const hasMoreServices = ({ booking, sources: { services } }: BookingModel): boolean =>
  services.status === 'ready' &&
  services.data.some(({ id }) => id !== booking.service && !booking.earlier.some(({ service }) => service === id))

/** The services of the visit with length and price, and a button to add one. */
export function VisitServices({ model }: { model: BookingModel }) {
  const { booking, dispatch } = model
  const present = presentService(model)
  const all = [...booking.earlier, ...(present ? [present] : [])]
  const isOne = booking.earlier.length === 0
  // A single service is listed only in the service and date steps, where another one can be added.
  if (all.length === 0 || (isOne && booking.step !== 2 && booking.step !== 3)) return null
  const add = present && all.length < MOST_SERVICES && (
    <Button onClick={() => dispatch({ type: 'service-added', earlier: present, hasMore: hasMoreServices(model) })}>
      <Plus size={18} aria-hidden="true" />
      {s.addService}
    </Button>
  )
  if (isOne)
    return (
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card bg-surface-2 px-4 py-3 max-sm:bg-transparent max-sm:p-0">
        <p className="text-ink-2 max-sm:hidden">{s.moreThanOne}</p>
        {add}
      </div>
    )
  return (
    <section aria-label={s.servicesOfVisit} className="mb-6 rounded-card border border-line bg-surface px-4 py-2">
      <ul className="divide-y divide-line">
        {all.map((service, index) => (
          <ServiceRow
            key={service.service}
            service={service}
            onRemove={() => dispatch({ type: 'service-removed', index })}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2">
        <Total model={model} />
        {add}
        {!present && booking.service === null && (
          <Button onClick={() => dispatch({ type: 'service-removed', index: all.length })}>{s.noFurther}</Button>
        )}
        {all.length === MOST_SERVICES && <p className="text-sm text-ink-2">{s.mostServices(MOST_SERVICES)}</p>}
      </div>
    </section>
  )
}

const ServiceRow = ({ service, onRemove }: { service: Earlier; onRemove: () => void }) => (
  <li className="flex items-center gap-3 py-1">
    <span className="min-w-0 flex-1">
      <span className="block font-semibold wrap-anywhere">{service.name}</span>
      <span className="tnum block text-sm text-ink-2">
        {bookingMessages.minutes(service.minutes)} · {formatPesoShort(service.price)}
      </span>
    </span>
    <Button variant="quiet" size="icon" aria-label={s.removeService(service.name)} onClick={onRemove}>
      <X size={18} aria-hidden="true" />
    </Button>
  </li>
)

function Total({ model: { booking, sources } }: { model: BookingModel }) {
  const { length, price } = formatVisit(booking, sources)
  return (
    <p role="status" className="tnum font-bold">
      {length} · {price}
    </p>
  )
}
