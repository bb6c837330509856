import { Check } from 'lucide-react'
import { useState } from 'react'
import { commonServices } from '#shared/catalogue/common-services.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementMessages } from '#shared/catalogue/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { catalogueReads } from '#web/catalogue/optimistic-list.ts'
import { pesosOf, typedPrice } from '#web/ui/data/money-text.ts'
import { useAction } from '#web/data/use-action.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { durations, isIn, isSameName, OwnService, type Choice, type ServiceName } from './own-service.tsx'
import { StepFooter, type StepProps } from './step-footer.tsx'

const firstChoices: Choice[] = commonServices.flatMap(({ treatment_name, services }) =>
  services.map(({ service_name, service_price, duration_minutes, senior_pwd_eligible }) => ({
    treatment: treatment_name,
    name: service_name,
    isTicked: false,
    price: typedPrice(service_price),
    minutes: duration_minutes,
    isEligible: senior_pwd_eligible,
  })),
)

/** The request body of the selected services. */
const bodyOf = (ticked: readonly Choice[]) => ({
  treatments: [...new Set(ticked.map(({ treatment }) => treatment))].map((treatment_name) => ({
    treatment_name,
    services: ticked
      .filter(({ treatment }) => treatment === treatment_name)
      .map(({ name, price, minutes, isEligible }) => ({
        service_name: name,
        service_price: pesosOf(price),
        duration_minutes: minutes,
        ...(isEligible !== undefined && { senior_pwd_eligible: isEligible }),
      })),
  })),
})

/** The setup step for services: those of the clinic, and common ones to select and change. */
export function FirstServices(props: StepProps) {
  const read = useEveryRow(catalogueContract.services, { failed: managementMessages.failedToLoadServices })
  return (
    <Loaded read={read} label={s.servicesTitle} skeleton="h-96">
      {(offered) => <ServiceList offered={offered} {...props} />}
    </Loaded>
  )
}

const namesOf = ({ treatment_name, service_name }: Service): ServiceName => ({
  treatment: treatment_name,
  name: service_name,
})

/** Returns each treatment once; names that differ only in upper and lower case count as the same treatment. */
const treatmentsOf = (services: readonly ServiceName[]): string[] =>
  services
    .map(({ treatment }) => treatment)
    .filter((name, place, all) => all.findIndex((other) => isSameName(other, name)) === place)

function ServiceList({ offered, onNext, onBack }: StepProps & { offered: readonly Service[] }) {
  const [all, setAll] = useState(firstChoices)
  const known = offered.map(namesOf)
  const choices = all.filter((one) => !isIn(known, one))
  const ticked = choices.filter(({ isTicked }) => isTicked)
  const treatments = treatmentsOf([...known, ...choices])
  const { run, busy } = useAction(catalogueContract.start, {
    done: ({ data }) => s.servicesAdded(data.services),
    failed: s.servicesNotAdded,
    reread: catalogueReads,
    onDone: onNext,
  })
  const change = (changed: Choice) =>
    setAll((present) =>
      present.map((one) => (one.treatment === changed.treatment && one.name === changed.name ? changed : one)),
    )
  const isFinished = ticked.length === 0 && offered.length > 0
  const add = () => {
    if (ticked.length === 0) toast.error({ title: s.chooseOne })
    else if (!ticked.some(({ price }) => Number.isNaN(pesosOf(price)))) void run({ body: bodyOf(ticked) })
  }
  return (
    <SectionCard title={s.servicesTitle}>
      <p className="-mt-2 mb-3 text-sm text-ink-2">{s.servicesHint}</p>
      <div className="space-y-4">
        {treatments.map((treatment) => (
          <fieldset key={treatment}>
            <legend className="font-bold">{treatment}</legend>
            {offered
              .filter(({ treatment_name }) => isSameName(treatment_name, treatment))
              .map((service) => (
                <OfferedService key={service.id} service={service} />
              ))}
            {choices
              .filter((one) => isSameName(one.treatment, treatment))
              .map((one) => (
                <ServiceChoice key={one.name} choice={one} onChange={change} />
              ))}
          </fieldset>
        ))}
      </div>
      <OwnService
        treatments={treatments}
        listed={[...known, ...choices]}
        onAdd={(own) => setAll((present) => [...present, own])}
      />
      <StepFooter onBack={onBack} onSkip={isFinished ? undefined : onNext}>
        <Button variant="primary" busy={busy} busyLabel={s.saving} onClick={isFinished ? onNext : add}>
          {isFinished ? s.next : s.addChosen(ticked.length)}
        </Button>
      </StepFooter>
    </SectionCard>
  )
}

/** A service that the clinic offers already. */
const OfferedService = ({ service: { service_name, service_price, duration_minutes } }: { service: Service }) => (
  <p className="flex min-h-11 items-center gap-3">
    <Check size={20} aria-hidden="true" className="shrink-0 text-success" />
    <span className="min-w-0 flex-1 wrap-anywhere">
      {service_name} <span className="text-sm text-ink-2">{s.offered}</span>
    </span>
    <span className="tnum text-sm text-ink-2">
      {formatPesoShort(toCentavos(service_price))} · {managementMessages.minutes(duration_minutes)}
    </span>
  </p>
)

function ServiceChoice({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const { name, price, minutes, isTicked } = choice
  return (
    <div className="grid items-start gap-x-3 py-0.5 sm:grid-cols-[minmax(0,1fr)_9rem_9rem]">
      <Checkbox label={name} checked={isTicked} onChange={(next) => onChange({ ...choice, isTicked: next })} />
      {isTicked && (
        <div className="grid grid-cols-2 gap-3 max-sm:pb-2 sm:contents">
          <Field label={s.price(name)} labelHidden error={Number.isNaN(pesosOf(price)) ? s.wrongPrice : undefined}>
            <MoneyInput
              size="sm"
              value={price}
              onChange={(next) => onChange({ ...choice, price: next })}
              className="text-right"
            />
          </Field>
          <Field label={s.duration(name)} labelHidden group>
            <Select
              size="sm"
              options={durations}
              value={minutes}
              onChange={(next) => onChange({ ...choice, minutes: next })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
