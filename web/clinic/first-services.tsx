import { useState } from 'react'
import { commonServices } from '#shared/catalogue/common-services.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementMessages } from '#shared/catalogue/messages.ts'
import { DURATION_STEP, LONGEST_SERVICE } from '#shared/catalogue/service-booking.ts'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { catalogueReads } from '#web/catalogue/optimistic-list.ts'
import { pesosOf, typedPrice } from '#web/ui/data/money-text.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { StepFooter, type StepProps } from './step-footer.tsx'

/** A service that was selected from the list of common services, with the owner's changes. */
type Choice = {
  treatment: string
  name: string
  isTicked: boolean
  price: string
  minutes: number
  isEligible: boolean
}

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
const treatments = commonServices.map(({ treatment_name }) => treatment_name)

const durations = Array.from(
  { length: LONGEST_SERVICE / DURATION_STEP },
  (_, index) => (index + 1) * DURATION_STEP,
).map((value) => ({ value, label: managementMessages.minutes(value) }))

/** The request body of the selected services. */
const bodyOf = (ticked: readonly Choice[]) => ({
  treatments: treatments
    .map((treatment_name) => ({
      treatment_name,
      services: ticked
        .filter(({ treatment }) => treatment === treatment_name)
        .map(({ name, price, minutes, isEligible }) => ({
          service_name: name,
          service_price: pesosOf(price),
          duration_minutes: minutes,
          senior_pwd_eligible: isEligible,
        })),
    }))
    .filter(({ services }) => services.length > 0),
})

/** A list of common services to select and change. */
export function FirstServices({ onNext, onBack }: StepProps) {
  const [choices, setChoices] = useState(firstChoices)
  const ticked = choices.filter(({ isTicked }) => isTicked)
  const { run, busy } = useAction(catalogueContract.start, {
    done: ({ data }) => s.servicesAdded(data.services),
    failed: s.servicesNotAdded,
    reread: catalogueReads,
    onDone: onNext,
  })
  const change = (changed: Choice) =>
    setChoices((all) =>
      all.map((one) => (one.treatment === changed.treatment && one.name === changed.name ? changed : one)),
    )
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
            {choices
              .filter((one) => one.treatment === treatment)
              .map((one) => (
                <ServiceChoice key={one.name} choice={one} onChange={change} />
              ))}
          </fieldset>
        ))}
      </div>
      <StepFooter onBack={onBack} onSkip={onNext}>
        <Button variant="primary" busy={busy} busyLabel={s.saving} onClick={add}>
          {s.addChosen(ticked.length)}
        </Button>
      </StepFooter>
    </SectionCard>
  )
}

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
