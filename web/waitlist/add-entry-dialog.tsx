import { useRef, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { availabilityMessages, appointmentMessages } from '#shared/appointments/messages.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { lastBookableDate } from '#shared/appointments/slots.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { waitlistContract } from '#shared/waitlist/contract.ts'
import { waitlistDeskMessages as s, waitlistMessages as common } from '#shared/waitlist/messages.ts'
import { DAY_PARTS, type DayPart } from '#shared/waitlist/requested-times.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { AddService, ServiceList } from '#web/appointments/desk/schedule-service-fields.tsx'
import { contactLine } from '#web/clients/contact-line.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type Values = {
  user_id: string
  service_id: string
  further_services: string[]
  /** The text in the box that adds a further service. */
  service_text: string
  practitioner_id: string
  first_date: CivilDate
  last_date: CivilDate
  day_parts: DayPart[]
}
type Form = UseFormReturn<Values>

/** The value of the option for no particular practitioner. */
const ANYONE = 'anyone'

/** Adds a client who calls to the waitlist: client, services, practitioner and times. */
export function AddEntryDialog({ open, onClose }: DialogControl) {
  const today = useToday()
  const { form, dialog } = useContractForm<Values, typeof waitlistContract.add>(waitlistContract.add, {
    values: {
      user_id: '',
      service_id: '',
      further_services: [],
      service_text: '',
      practitioner_id: ANYONE,
      first_date: today,
      last_date: today,
      day_parts: [...DAY_PARTS],
    },
    input: ({ user_id, service_id, further_services, practitioner_id, first_date, last_date, day_parts }) => ({
      body: {
        user_id,
        service_id,
        further_services,
        first_date,
        last_date,
        day_parts,
        ...(practitioner_id !== ANYONE && { practitioner_id }),
      },
    }),
    judge: (values, found) => ({
      ...found,
      ...(values.user_id === '' && { user_id: s.chooseClient }),
      ...(values.service_id === '' && { service_id: s.chooseService }),
      // Text that matches no service would otherwise be ignored silently, so it is reported as an error.
      ...(values.service_text.trim() !== '' && { service_id: appointmentMessages.unknownService }),
    }),
    done: s.added,
    failed: s.notAdded,
    reread: [waitlistContract.list],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.addTitle}
      description={s.offersHint}
      leave={uiMessages.cancel}
      send={s.add}
      busyLabel={s.adding}
      {...dialog}
    >
      <div className="space-y-4">
        <ClientField form={form} />
        <ServicesField form={form} />
        <PersonField form={form} />
        <DateFields form={form} />
        <PartsField form={form} />
      </div>
    </FormDialog>
  )
}

type FieldProps = { form: Form }

function ClientField({ form }: FieldProps) {
  const [text, setText] = useState('')
  const [clientId, setClientId] = useState<string | null>(null)
  // Choosing a client also sets the text of the box; this change must not be mistaken for typing.
  const picked = useRef<string | null>(null)
  const { answer, box } = useSuggestions(clientsContract.contacts, text, (search) => ({ querystring: { search } }), {
    failed: calendarMessages.failedToLoadClients,
  })
  const items = (answer?.data ?? []).map((contact) => ({
    value: contact.user_id,
    label: contact.name,
    detail: contactLine(contact),
    clientId: contact.client_id,
  }))
  return (
    <div className="space-y-2">
      <Controller
        control={form.control}
        name="user_id"
        render={({ field, fieldState }) => (
          <Field label={s.client} required hint={s.clientHint} error={fieldState.error?.message}>
            <Combobox
              ref={field.ref}
              value={text}
              items={items}
              {...box}
              emptyText={s.noClients}
              onChange={(words) => {
                setText(words)
                if (words === picked.current) return
                field.onChange('')
                setClientId(null)
              }}
              onPick={(item) => {
                picked.current = item.label
                setText(item.label)
                field.onChange(item.value)
                setClientId(item.clientId)
              }}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
      <AlertLine clientId={clientId} />
    </div>
  )
}

/** The requested services: one, or several in one visit. */
function ServicesField({ form }: FieldProps) {
  const [services, setServices] = useState<readonly { id: string; service_name: string }[]>([])
  const { errors } = form.formState
  const change = (next: typeof services) => {
    const [first, ...further] = next.map(({ id }) => id)
    setServices(next)
    form.setValue('service_id', first ?? '', { shouldDirty: true })
    form.setValue('further_services', further)
    form.setValue('practitioner_id', ANYONE)
    form.clearErrors(['service_id', 'further_services'])
  }
  return (
    <div className="space-y-3">
      {services.length > 0 && (
        <div>
          <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
            {availabilityMessages.servicesOfVisit}
          </p>
          <ServiceList services={services} onRemove={(id) => change(services.filter((one) => one.id !== id))} />
        </div>
      )}
      <Controller
        control={form.control}
        name="service_id"
        render={({ field }) => (
          <AddService
            services={services}
            onAdd={(service) => change([...services, service])}
            text={form.watch('service_text')}
            onText={(text) => {
              form.setValue('service_text', text, { shouldDirty: true })
              form.clearErrors('service_id')
            }}
            error={errors.service_id?.message ?? errors.further_services?.message}
            inputRef={field.ref}
          />
        )}
      />
    </div>
  )
}

/** The practitioner field, shown if several people do all services. */
function PersonField({ form }: FieldProps) {
  const service_id = form.watch('service_id')
  const further = form.watch('further_services')
  const date = useToday()
  const more = further.length > 0 && { further_services: further.join() }
  const asked = service_id ? { querystring: { service_id, ...more, date } } : null
  const { data } = useRead(availabilityContract.availability, asked)
  const people = service_id ? (data?.data.practitioners ?? []) : []
  if (people.length < 2) return null
  return (
    <Controller
      control={form.control}
      name="practitioner_id"
      render={({ field, fieldState }) => (
        <Field label={common.withWhom} group error={fieldState.error?.message}>
          <Select
            options={[
              { value: ANYONE, label: common.anyone },
              ...people.map(({ id, name, title }) => ({
                value: id,
                label: title === '' ? name : `${name}, ${title}`,
              })),
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        </Field>
      )}
    />
  )
}

function DateFields({ form }: FieldProps) {
  const today = useToday()
  const last = lastBookableDate(now())
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={common.firstDate} required error={errors.first_date?.message}>
        <DateInput
          {...form.register('first_date', {
            // The last date follows the first date if it would otherwise be before it.
            onChange: ({ target }: { target: HTMLInputElement }) => {
              if (target.value > form.getValues('last_date')) form.setValue('last_date', target.value)
            },
          })}
          min={today}
          max={last}
        />
      </Field>
      <Field label={common.lastDate} required error={errors.last_date?.message}>
        <DateInput {...form.register('last_date')} min={today} max={last} />
      </Field>
    </div>
  )
}

function PartsField({ form }: FieldProps) {
  return (
    <Controller
      control={form.control}
      name="day_parts"
      render={({ field, fieldState }) => (
        <Field label={common.parts} group required error={fieldState.error?.message}>
          <div className="grid gap-x-4 sm:grid-cols-3">
            {DAY_PARTS.map((part) => (
              <Checkbox
                key={part}
                label={common.dayParts[part]}
                checked={field.value.includes(part)}
                invalid={fieldState.invalid}
                onChange={(isChosen) =>
                  field.onChange(DAY_PARTS.filter((one) => (one === part ? isChosen : field.value.includes(one))))
                }
              />
            ))}
          </div>
        </Field>
      )}
    />
  )
}
