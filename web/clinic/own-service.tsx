import { Plus } from 'lucide-react'
import { useState } from 'react'
import { managementMessages } from '#shared/catalogue/messages.ts'
import { DURATION_STEP, LONGEST_SERVICE } from '#shared/catalogue/service-booking.ts'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { pesosOf } from '#web/ui/data/money-text.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

/** A service by name, and the treatment that it belongs to. */
export type ServiceName = { treatment: string; name: string }

/** A service of the list of common services, with the owner's changes. */
export type Choice = ServiceName & {
  isTicked: boolean
  price: string
  minutes: number
  /** True if Senior Citizen and PWD cards give a discount on the service; if undefined, the default applies. */
  isEligible?: boolean
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** True if the list has a service of this name in this treatment, in whatever case they are written. */
export const isIn = (list: readonly ServiceName[], { treatment, name }: ServiceName): boolean =>
  list.some((one) => isSameName(one.treatment, treatment) && isSameName(one.name, name))

export const durations = Array.from(
  { length: LONGEST_SERVICE / DURATION_STEP },
  (_, index) => (index + 1) * DURATION_STEP,
).map((value) => ({ value, label: managementMessages.minutes(value) }))

/** The option value for a service that belongs to no listed treatment and gets a treatment with the same name. */
const OF_ITS_OWN = ''
const EMPTY = { treatment: OF_ITS_OWN, name: '', price: '', minutes: 60 }

type OwnServiceProps = {
  treatments: readonly string[]
  /** All services of the list, so that the new one is refused if the list has it already. */
  listed: readonly ServiceName[]
  onAdd: (service: Choice) => void
}

/** The form in which owners enter a service that the list does not suggest. It is added to the list as a chosen one. */
export function OwnService({ treatments, listed, onAdd }: OwnServiceProps) {
  const [typed, setTyped] = useState(EMPTY)
  const [isTried, setIsTried] = useState(false)
  const edit = (changes: Partial<typeof EMPTY>) => setTyped((before) => ({ ...before, ...changes }))
  const name = typed.name.trim()
  const own = { ...typed, name, treatment: typed.treatment || name, isTicked: true }
  const nameError = name === '' ? s.nameOwn : isIn(listed, own) ? s.alreadyListed : undefined
  const priceError = typed.price === '' || Number.isNaN(pesosOf(typed.price)) ? s.wrongPrice : undefined
  const add = () => {
    setIsTried(true)
    if (nameError || priceError) return
    onAdd(own)
    setTyped(EMPTY)
    setIsTried(false)
  }
  const groups = treatments.map((value) => ({ value, label: value }))
  return (
    <section aria-labelledby="own-service" className="mt-6 border-t border-line pt-4">
      <h3 id="own-service" className="font-bold">
        {s.ownTitle}
      </h3>
      <p className="mb-3 text-sm text-ink-2">{s.ownHint}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label={s.ownName} error={isTried ? nameError : undefined}>
          <TextInput
            value={typed.name}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => edit({ name: target.value })}
          />
        </Field>
        <Field label={s.ownTreatment} group>
          <Select
            options={[{ value: OF_ITS_OWN, label: s.ofItsOwn }, ...groups]}
            value={typed.treatment}
            onChange={(treatment) => edit({ treatment })}
          />
        </Field>
        <Field label={s.ownPrice} error={isTried ? priceError : undefined}>
          <MoneyInput value={typed.price} onChange={(price) => edit({ price })} />
        </Field>
        <Field label={s.ownDuration} group>
          <Select options={durations} value={typed.minutes} onChange={(minutes) => edit({ minutes })} />
        </Field>
      </div>
      <Button className="mt-3" icon={<Plus size={18} aria-hidden="true" />} onClick={add}>
        {s.addOwn}
      </Button>
    </section>
  )
}
