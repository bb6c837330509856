import { Field as FieldScope } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { formatLongDate, formatTime, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { contactLine } from '#web/clients/contact-line.ts'
import { useRead, type Read } from '#web/data/use-read.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { Option } from '#web/ui/option.ts'
import { Select } from '#web/ui/select.tsx'
import type { DialogControl } from '#web/ui/use-dialog.tsx'
import { useScheduleForm, type ScheduleForm } from './use-schedule-form.ts'

type ScheduleDialogProps = DialogControl & {
  date: CivilDate
  /** The half hour that was pointed at: chosen already, when it is free. */
  time: CivilTime | null
}

/** Puts a client on a date: who, what, and at which half hour. */
export function ScheduleDialog({ date, time, open, onClose }: ScheduleDialogProps) {
  const form = useScheduleForm(date, time, onClose)
  const { errors, busy } = form
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.scheduleTitle}
      description={formatLongDate(date)}
      leave={uiMessages.cancel}
      send={s.schedule}
      busy={busy}
      busyLabel={s.scheduling}
      onSubmit={form.submit}
    >
      <div ref={form.fields} className="space-y-4">
        {errors.form && <Incomplete sentence={errors.form} />}
        <ClientField form={form} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Offered list={form.treatments}>
            <TreatmentField form={form} />
          </Offered>
          <Offered list={form.services}>
            <ServiceField form={form} />
          </Offered>
        </div>
        <TimeField form={form} />
      </div>
    </FormDialog>
  )
}

function Incomplete({ sentence }: { sentence: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-ctl bg-danger-soft px-3 py-2.5 text-sm font-semibold text-danger">
      <CircleAlert size={18} className="shrink-0" aria-hidden="true" />
      {sentence}
    </p>
  )
}

type FieldProps = { form: ScheduleForm }

function ClientField({ form: { choices, choose, typeClient, errors } }: FieldProps) {
  const { items, loading, failed, retry } = useClientSuggestions(choices.clientText)
  return (
    <div className="space-y-2">
      <Field label={s.client} required error={errors.client || undefined} hint={s.clientHint}>
        <Combobox
          value={choices.clientText}
          items={items}
          filtered
          loading={loading}
          emptyText={failed ? s.failedToLoadClients : s.noClients}
          onChange={typeClient}
          onPick={(option) => choose({ clientText: option.label, client: option.contact })}
        />
      </Field>
      {failed && <ErrorPanel message={s.failedToLoadClients} onRetry={retry} busy={loading} />}
    </div>
  )
}

type OfferedProps = { list: Pick<Read<unknown>, 'data' | 'error' | 'failure'>; children: ReactNode }

/** The field that offers a list; when the list could not be read, the way to read it again. */
function Offered({ list: { data, error, failure }, children }: OfferedProps) {
  return (
    <div className="min-w-0 space-y-2">
      {(data !== undefined || !error) && children}
      {failure && <ErrorPanel message={failure.message} onRetry={failure.onRetry} busy={failure.busy} />}
    </div>
  )
}

function TreatmentField({ form: { choices, choose, errors, treatments } }: FieldProps) {
  const options = (treatments.data?.data ?? []).map(({ id, treatment_name }) => ({ value: id, label: treatment_name }))
  return (
    <Field label={s.treatment} group required error={errors.treatment || undefined}>
      <Select
        options={options}
        value={choices.treatmentId}
        onChange={(treatmentId) => choose({ treatmentId, serviceId: null })}
        disabled={treatments.isLoading}
        placeholder={treatments.isLoading ? uiMessages.loading : undefined}
      />
    </Field>
  )
}

function ServiceField({ form: { choices, choose, errors, services } }: FieldProps) {
  const options = (services.data?.data ?? []).map(({ id, service_name }) => ({ value: id, label: service_name }))
  const isEmpty = services.data !== undefined && options.length === 0
  const placeholder =
    choices.treatmentId === null ? s.treatmentFirst : services.isLoading ? uiMessages.loading : undefined
  return (
    <Field label={s.service} group required error={errors.service || undefined} hint={isEmpty && s.noServices}>
      <Select
        options={options}
        value={choices.serviceId}
        onChange={(serviceId) => choose({ serviceId })}
        disabled={options.length === 0}
        placeholder={placeholder}
      />
    </Field>
  )
}

function TimeField({ form: { choices, choose, errors, day } }: FieldProps) {
  const notice = day.closed ? deskMessages.closedNotice : day.holiday && deskMessages.holidayNotice(day.holiday)
  if (day.error) return <ErrorPanel message={day.error} onRetry={day.retry} />
  return (
    <Field label={s.time} group required error={errors.time || undefined} hint={notice}>
      <SlotButtons
        value={choices.time}
        onChange={(time) => choose({ time })}
        whyNot={(time) => (day.known ? day.whyNot(time) : uiMessages.loading)}
      />
    </Field>
  )
}

type SlotButtonsProps = {
  value: CivilTime | null
  onChange: (time: CivilTime) => void
  /** Why a time cannot be chosen; undefined when it can. */
  whyNot: (time: CivilTime) => string | undefined
}

/** The 33 half hours of a date; a booked one is red and says so. In a `Field` with `group`. */
function SlotButtons({ value, onChange, whyNot }: SlotButtonsProps) {
  return (
    <RadioGroup<CivilTime | null>
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      className="grid grid-cols-3 gap-2 sm:grid-cols-4"
    >
      {SLOT_TIMES.map((time) => {
        const reason = whyNot(time)
        return (
          // A scope of its own: inside a Field every button would bear the label of the group.
          <FieldScope.Root key={time} className="contents">
            <Radio.Root
              value={time}
              disabled={reason !== undefined}
              nativeButton
              render={<button type="button" />}
              className={clsx(
                'tnum flex min-h-13 touch-manipulation flex-col items-center justify-center rounded-ctl border px-1 text-sm font-semibold transition-colors',
                'border-line-strong hover:bg-primary-soft data-checked:border-primary data-checked:bg-primary data-checked:text-on-primary',
                reason === deskMessages.booked && 'border-danger! bg-danger-soft! text-danger!',
                reason && reason !== deskMessages.booked && 'border-line! bg-surface-2! text-ink-2!',
              )}
            >
              {formatTime(time)}
              {reason && <span className="text-xs font-medium">{reason}</span>}
              {time === '00:00:00' && !reason && <span className="text-xs font-medium">{deskMessages.midnight}</span>}
            </Radio.Root>
          </FieldScope.Root>
        )
      })}
    </RadioGroup>
  )
}

type ClientOption = Option & { contact: ClientContact }

type ClientSuggestions = {
  items: ClientOption[]
  loading: boolean
  /** They could not be read: nobody found would be a lie. */
  failed: boolean
  retry: () => void
}

/** Clients whose name, e-mail or number holds what was typed. */
function useClientSuggestions(typed: string): ClientSuggestions {
  const search = useDebounced(typed.trim())
  const found = useRead(clientsContract.contacts, { querystring: { search } }, { keepPrevious: true })
  const items = (found.data?.data ?? []).map((contact) => ({
    value: contact.user_id,
    label: contact.name,
    detail: contactLine(contact),
    contact,
  }))
  return {
    items,
    loading: found.isFetching || search !== typed.trim(),
    failed: found.failure !== undefined,
    retry: () => void found.reload(),
  }
}
