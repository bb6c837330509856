import { Plus, X } from 'lucide-react'
import type { Ref } from 'react'
import { availabilityMessages } from '#shared/appointments/messages.ts'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { MOST_SERVICES, visitServicesMessages } from '#shared/lib/visit-services.ts'
import { useRead } from '#web/data/use-read.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { chosenServices, type ScheduleForm } from './use-schedule-form.ts'

type FieldProps = { form: ScheduleForm }
type ServiceFieldsProps = FieldProps & { inputRef: Ref<HTMLInputElement> }

/** The service field: a search in all services or in those of a treatment. */
export function ScheduleServiceFields({ form, inputRef }: ServiceFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <TreatmentField form={form} />
      <ServiceField form={form} inputRef={inputRef} />
      <FurtherServices form={form} />
    </div>
  )
}

const NO_SERVICE = { service: null, serviceText: '', practitionerId: null }

/** The value of the option for services of all treatments. */
const ALL = 'all'

function TreatmentField({ form: { choices, choose } }: FieldProps) {
  const { data, error, isLoading, failure } = useRead(
    bookingCatalogueContract.treatments,
    {},
    { staleMs: 60_000, failed: s.failedToLoadTreatments },
  )
  const treatments = (data?.data ?? []).map(({ id, treatment_name }) => ({ value: id, label: treatment_name }))
  const options = [{ value: ALL, label: s.allTreatments }, ...treatments]
  const isChosen = treatments.some(({ value }) => value === choices.treatmentId)
  return (
    <div className="min-w-0 space-y-2">
      {(data !== undefined || !error) && (
        <Field label={s.treatment} group>
          <Select
            options={options}
            value={isChosen ? choices.treatmentId : ALL}
            onChange={(value) => choose({ treatmentId: value === ALL ? null : value, ...NO_SERVICE })}
            disabled={isLoading}
            placeholder={isLoading ? uiMessages.loading : undefined}
          />
        </Field>
      )}
      {failure && <ErrorPanel {...failure} />}
    </div>
  )
}

/** A service as text: `Signature Facials · ₱1,200 · 30 min` */
const serviceLine = ({ treatment_name, service_price, duration_minutes }: Service) =>
  [treatment_name, formatPesoShort(toCentavos(service_price)), s.minutes(duration_minutes)].join(' · ')

function ServiceField({ form: { choices, choose, typeService, errors, wanted }, inputRef }: ServiceFieldsProps) {
  const { service, serviceText, treatmentId } = choices
  const { items, box, isEmpty } = useServices(service ? '' : serviceText, treatmentId)
  const hint = service ? serviceLine(service) : isEmpty ? s.noServices : s.serviceHint
  return (
    <div className="min-w-0 space-y-2">
      <Field label={s.service} required={choices.earlier.length === 0} error={errors.service || undefined} hint={hint}>
        <Combobox
          ref={inputRef}
          value={serviceText}
          items={items}
          {...box}
          emptyText={s.noServiceMatches}
          onChange={typeService}
          onPick={(option) =>
            choose({
              serviceText: option.service.service_name,
              service: option.service,
              treatmentId: option.service.treatment_id,
              practitionerId: wanted,
            })
          }
        />
      </Field>
    </div>
  )
}

/** The services that are already chosen for the visit, and a button to add another one. */
function FurtherServices({ form: { choices, choose, wanted } }: FieldProps) {
  const { earlier, service } = choices
  const all = chosenServices(choices)
  if (all.length === 0) return null
  const without = (id: string) => choose({ earlier: earlier.filter((one) => one.id !== id), practitionerId: wanted })
  const isTwice = earlier.some(({ id }) => id === service?.id)
  const total = [
    s.minutes(all.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0)),
    formatPesoShort(all.reduce((sum, { service_price }) => sum + toCentavos(service_price), 0)),
  ].join(' · ')
  return (
    <div className="space-y-2 sm:col-span-2 lg:col-span-1">
      {earlier.length > 0 && (
        <>
          <ServiceList services={earlier} onRemove={without} />
          <p role="status" className="tnum text-sm font-semibold">
            {isTwice ? visitServicesMessages.twice : total}
          </p>
        </>
      )}
      {service && !isTwice && all.length < MOST_SERVICES && (
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => choose({ earlier: all, treatmentId: null, ...NO_SERVICE, practitionerId: wanted })}
        >
          {availabilityMessages.addService}
        </Button>
      )}
    </div>
  )
}

type ServiceListProps = {
  services: readonly { id: string; service_name: string }[]
  onRemove: (id: string) => void
}

/** A visit's services in order; each can be removed. */
export function ServiceList({ services, onRemove }: ServiceListProps) {
  return (
    <ul aria-label={availabilityMessages.servicesOfVisit} className="rounded-card border border-line px-3">
      {services.map(({ id, service_name: name }) => (
        <li key={id} className="flex items-center gap-2 border-b border-line last:border-b-0">
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
          <Button
            variant="quiet"
            size="icon"
            aria-label={availabilityMessages.removeService(name)}
            onClick={() => onRemove(id)}
          >
            <X size={18} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The value of the option for any practitioner. */
const ANYONE = 'anyone'

/** The practitioner field, shown if several people do the service. */
export function SchedulePersonField({ form: { choices, choose, people = [], failure } }: FieldProps) {
  const { practitionerId } = choices
  if (failure) return <ErrorPanel {...failure} />
  if (people.length < 2) return null
  const options = people.map(({ id, name, title }) => ({ value: id, label: title === '' ? name : `${name}, ${title}` }))
  return (
    <Field label={availabilityMessages.withWhom} group>
      <Select
        options={[{ value: ANYONE, label: availabilityMessages.anyone }, ...options]}
        value={practitionerId ?? ANYONE}
        onChange={(value) => choose({ practitionerId: value === ANYONE ? null : value })}
      />
    </Field>
  )
}

/** The room field, shown if a room was tapped on the day board. */
export function ScheduleRoomField({ form: { choices, choose, room } }: FieldProps) {
  if (!room) return null
  return (
    <Field label={s.room} group>
      <Select
        options={[
          { value: ANYONE, label: s.anyRoom },
          { value: room.id, label: room.name },
        ]}
        value={choices.roomId ?? ANYONE}
        onChange={(value) => choose({ roomId: value === ANYONE ? null : value })}
      />
    </Field>
  )
}

type AddServiceProps = {
  /** The chosen services, which are not offered again. */
  services: readonly { id: string }[]
  onAdd: (service: Service) => void
  /** The text in the box; the form refuses a service that was typed but not picked. */
  text: string
  onText: (text: string) => void
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** A search box for a further service, which finds every service of the clinic. */
export function AddService({ services, onAdd, text, onText, error, inputRef }: AddServiceProps) {
  const { items, box } = useServices(text, null)
  if (services.length >= MOST_SERVICES) return <p className="text-sm text-ink-2">{visitServicesMessages.atMost}</p>
  const isFirst = services.length === 0
  return (
    <div className="space-y-2">
      <Field label={isFirst ? s.service : s.addService} required={isFirst} hint={s.serviceHint} error={error}>
        <Combobox
          ref={inputRef}
          value={text}
          items={items.filter(({ value }) => !services.some(({ id }) => id === value))}
          // A picked service appears in the list above, so the box is cleared.
          textOf={() => ''}
          {...box}
          emptyText={s.noServiceMatches}
          onChange={onText}
          onPick={({ service }) => {
            onAdd(service)
            onText('')
          }}
        />
      </Field>
    </div>
  )
}

const SHOWN = 30

/** Services whose name or treatment matches the text. */
export function useServices(typed: string, treatmentId: string | null) {
  const { answer, isFresh, box } = useSuggestions(
    catalogueContract.services,
    typed,
    (search) => ({
      querystring: { search, per_page: SHOWN, ...(treatmentId !== null && { treatment_id: treatmentId }) },
    }),
    { failed: s.failedToLoadServices },
  )
  const items = (answer?.data ?? []).map((service) => ({
    value: service.id,
    label: service.service_name,
    detail: serviceLine(service),
    service,
  }))
  return { items, box, isEmpty: treatmentId !== null && typed.trim() === '' && isFresh && answer?.total === 0 }
}
