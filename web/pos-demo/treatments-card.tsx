import { useState } from 'react'
import { sampleTreatments } from '#shared/pos-demo/sample-treatments.ts'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ClinicServices } from './clinic-services.tsx'
import { ConfirmedAppointments } from './confirmed-appointments.tsx'
import { OfferList, OfferRow, type TallyProps } from './offer-list.tsx'

type Source = keyof typeof s.sources

const sources = [
  { value: 'samples', label: s.sources.samples },
  { value: 'clinic', label: s.sources.clinic },
  { value: 'confirmed', label: s.sources.confirmed },
] satisfies { value: Source; label: string }[]

const panels = { samples: Samples, clinic: ClinicServices, confirmed: ConfirmedAppointments }

/** What can be added: the fixed samples, the clinic's own services, and those of confirmed appointments. */
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
