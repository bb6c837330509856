import { CalendarCheck, Plus, Sparkles } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { sampleTreatments } from '#shared/pos-demo/sample-treatments.ts'
import { posDemoMessages as s } from '#shared/pos-demo/messages.ts'
import { useRead, type Read } from '#web/data/use-read.ts'
import { useServices, useTreatments } from '#web/sales/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, RowSkeletons } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { quantityOf, type Offer, type Tally } from './tally.ts'

type Source = keyof typeof s.sources

const sources = [
  { value: 'samples', label: s.sources.samples },
  { value: 'clinic', label: s.sources.clinic },
  { value: 'confirmed', label: s.sources.confirmed },
] satisfies { value: Source; label: string }[]

const panels = { samples: Samples, clinic: ClinicServices, confirmed: ConfirmedAppointments }

/**
 * The card of the demo from which items are added: fixed samples, the clinic's services, and those of confirmed
 * appointments.
 */
export function TreatmentsCard(props: TallyProps) {
  const [source, setSource] = useState<Source>('samples')
  const Panel = panels[source]
  return (
    <SectionCard title={s.treatments}>
      <Tabs<Source> label={s.priceSources} items={sources} value={source} onChange={setSource} panelClassName="mt-4">
        <p className="mb-3 text-sm text-ink-2">{s.sourceHints[source]}</p>
        <Panel {...props} />
      </Tabs>
    </SectionCard>
  )
}

function Samples(props: TallyProps) {
  return (
    <OfferList>
      {sampleTreatments.map((offer) => (
        <OfferRow key={offer.id} title={offer.name} offer={offer} addLabel={s.addNamed(offer.name)} {...props} />
      ))}
    </OfferList>
  )
}

const offerOf = ({ service_id, service_name, service_price }: Service): Offer => ({
  id: `service-${service_id}`,
  name: service_name,
  price: toCentavos(service_price),
})

/** Treatments with services; if they cannot be loaded, all services are shown without a filter. */
function useCatalogue() {
  const treatments = useTreatments({ failed: s.treatmentsFailed })
  const services = useServices({ failed: s.servicesFailed })
  const inUse = new Set(services.data?.map((service) => service.treatment_id))
  return { treatments, services, offered: (treatments.data ?? []).filter(({ id }) => inUse.has(id)) }
}

const Failure = ({ of: { failure } }: { of: Pick<Read<unknown>, 'failure'> }) =>
  failure && <ErrorPanel message={failure.message} onRetry={failure.onRetry} busy={failure.busy} />

/** The clinic's own services with current prices. */
function ClinicServices(props: TallyProps) {
  const { treatments, services, offered } = useCatalogue()
  const [chosen, setChosen] = useState<string | null>(null)
  const treatment = offered.find(({ id }) => id === chosen) ?? offered[0]
  const shown = services.data?.filter((service) => !treatment || service.treatment_id === treatment.id)
  return (
    <div className="space-y-4">
      <Failure of={treatments} />
      <Failure of={services} />
      {treatment && (
        <Field label={s.treatment} group className="sm:max-w-sm">
          <Select
            options={offered.map(({ id, treatment_name }) => ({ value: id, label: treatment_name }))}
            value={treatment.id}
            onChange={setChosen}
          />
        </Field>
      )}
      {(services.isLoading || treatments.isLoading) && <RowSkeletons count={4} />}
      {shown && !treatments.isLoading && <Services services={shown} {...props} />}
    </div>
  )
}

function Services({ services, ...props }: TallyProps & { services: readonly Service[] }) {
  if (services.length === 0) return <EmptyState icon={Sparkles} title={s.noServices} body={s.noServicesHint} />
  return (
    <OfferList>
      {services.map((service) => (
        <OfferRow
          key={service.id}
          title={service.service_name}
          offer={offerOf(service)}
          addLabel={s.addNamed(service.service_name)}
          {...props}
        />
      ))}
    </OfferList>
  )
}

const PAGE_SIZE = 10

/** Confirmed visits with the current prices of their services. */
function ConfirmedAppointments(props: TallyProps) {
  const [page, setPage] = useState(1)
  const querystring = { scope: 'active', status: 'confirmed', page, per_page: PAGE_SIZE } as const
  const visits = useRead(appointmentsContract.list, { querystring }, { keepPrevious: true, failed: s.confirmedFailed })
  const services = useServices({ failed: s.servicesFailed })
  const clinicServices = services.data
  const pages = pageCount(visits.data?.total ?? 0, PAGE_SIZE)
  return (
    <div className="space-y-4">
      <Failure of={visits} />
      <Failure of={services} />
      {(visits.isLoading || (services.isLoading && visits.data?.total !== 0)) && <RowSkeletons count={4} />}
      {visits.data?.total === 0 && <EmptyState icon={CalendarCheck} title={s.noConfirmed} body={s.noConfirmedHint} />}
      {visits.data && clinicServices && (
        <OfferList>
          {visits.data.appointments.map((visit) => (
            <Visit
              key={visit.id}
              visit={visit}
              service={clinicServices.find((service) => service.service_id === visit.service_id)}
              {...props}
            />
          ))}
        </OfferList>
      )}
      <Pager page={page} pageCount={pages} onChange={setPage} variant="steps" />
    </div>
  )
}

type VisitProps = TallyProps & { visit: StaffAppointment; service: Parameters<typeof offerOf>[0] | undefined }

function Visit({ visit, service, ...props }: VisitProps) {
  const when = `${formatShortDate(visit.appointment_date)}, ${formatTime(visit.appointment_time)}`
  return (
    <OfferRow
      title={visit.service_name}
      detail={`${visit.name} · ${when}`}
      offer={service && offerOf(service)}
      addLabel={s.addForVisit(visit.service_name, visit.name)}
      {...props}
    />
  )
}

/** The props of the panels that add items. */
type TallyProps = { tally: Tally; onAdd: (offer: Offer) => void }

/** A list of items with prices, in two columns if the card is wide enough. */
const OfferList = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">{children}</ul>
)

type RowProps = TallyProps & {
  title: string
  /** The client and time of a visit, shown below its title. */
  detail?: string
  /** The item to add; undefined for a service without a current price, which cannot be added. */
  offer: Offer | undefined
  addLabel: string
}

/** An item of the demo with its price and an Add button. */
function OfferRow({ title, detail, offer, addLabel, tally, onAdd }: RowProps) {
  const quantity = offer ? quantityOf(tally, offer.id) : 0
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold wrap-anywhere">{title}</p>
        {detail && <p className="tnum text-sm text-ink-2 wrap-anywhere">{detail}</p>}
        <p className="tnum mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ctl font-bold text-primary">
          {offer ? formatPesoShort(offer.price) : <span className="text-ink-2">{s.noLongerOffered}</span>}
          {quantity > 0 && <Badge tone="primary">{s.inTally(quantity)}</Badge>}
        </p>
      </div>
      {offer && (
        <Button
          onClick={() => onAdd(offer)}
          aria-label={addLabel}
          icon={<Plus size={18} aria-hidden="true" />}
          // Leaves room for the bar at the bottom of narrow screens.
          className="shrink-0 max-md:scroll-mb-24"
        >
          {s.add}
        </Button>
      )}
    </li>
  )
}
