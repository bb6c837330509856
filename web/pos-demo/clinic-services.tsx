import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Service } from '#shared/catalogue/records.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { RowSkeletons } from '#web/profile/row-skeletons.tsx'
import { allServices, allTreatments } from '#web/sales/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { OfferList, OfferRow, type TallyProps } from './offer-list.tsx'
import type { Offer } from './tally.ts'

export const offerOf = ({ service_id, service_name, service_price }: Service): Offer => ({
  id: `service-${service_id}`,
  name: service_name,
  price: toCentavos(service_price),
})

/** Treatments that have something to offer; when they cannot be read, every service is shown without the choice. */
function useCatalogue() {
  const treatments = useQuery(allTreatments)
  const services = useQuery(allServices)
  const inUse = new Set(services.data?.map((service) => service.treatment_id))
  return { treatments, services, offered: (treatments.data ?? []).filter(({ id }) => inUse.has(id)) }
}

/** The clinic's own services at today's prices. */
export function ClinicServices(props: TallyProps) {
  const { treatments, services, offered } = useCatalogue()
  const [chosen, setChosen] = useState<string | null>(null)
  const treatment = offered.find(({ id }) => id === chosen) ?? offered[0]
  const treatmentsFailure = sentenceOf(treatments, s.treatmentsFailed)
  const servicesFailure = sentenceOf(services, s.servicesFailed)
  const shown = services.data?.filter((service) => !treatment || service.treatment_id === treatment.id)
  return (
    <div className="space-y-4">
      {treatmentsFailure && (
        <ErrorPanel
          message={treatmentsFailure}
          onRetry={() => void treatments.refetch()}
          busy={treatments.isFetching}
        />
      )}
      {servicesFailure && (
        <ErrorPanel message={servicesFailure} onRetry={() => void services.refetch()} busy={services.isFetching} />
      )}
      {treatment && (
        <Field label={s.treatment} group className="sm:max-w-sm">
          <Select
            options={offered.map(({ id, treatment_name }) => ({ value: id, label: treatment_name }))}
            value={treatment.id}
            onChange={setChosen}
          />
        </Field>
      )}
      {(services.isPending || treatments.isPending) && <RowSkeletons count={4} />}
      {shown && !treatments.isPending && <Services services={shown} {...props} />}
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
