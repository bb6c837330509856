import { CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import { boardMessages } from '#shared/appointments/board/messages.ts'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { formatTimeRange, lastBookableDate } from '#shared/appointments/slots.ts'
import { formatLongDate, isCivilDate } from '#shared/lib/manila-time.ts'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ScheduleClientField } from './schedule-client-field.tsx'
import { SchedulePersonField, ScheduleRoomField, ScheduleServiceFields } from './schedule-service-fields.tsx'
import { SlotButtons } from './slot-buttons.tsx'
import { chosenServices, useScheduleForm, type ScheduleForm, type ScheduleOptions } from './use-schedule-form.ts'

const OverbookDialog = lazyDialog(
  async () => (await import('#web/appointments/board/overbook-dialog.tsx')).OverbookDialog,
)

/** The date and, once chosen, the time range of the visit. */
function whenOf({ date, time, ...chosen }: ScheduleForm['choices']): string | undefined {
  const minutes = chosenServices(chosen).reduce((sum, { duration_minutes }) => sum + duration_minutes, 0)
  if (!isCivilDate(date)) return undefined
  const range = time !== null && minutes > 0 && formatTimeRange(time, minutes)
  return range ? `${formatLongDate(date)}, ${range}` : formatLongDate(date)
}

/** Books for a client: who, what, on which date and when. */
export function ScheduleDialog({ open, onClose, ...options }: DialogControl & ScheduleOptions) {
  const overbooking = useDialog(OverbookDialog)
  const form = useScheduleForm(options, {
    onDone: onClose,
    onTaken: ({ sentences, overbook }) =>
      overbooking.open({
        lead: whenOf(form.choices) ?? '',
        taken: sentences,
        leave: boardMessages.overbookBack,
        onOverbook: overbook,
      }),
  })
  const { errors, busy, choices } = form
  const client = useRef<HTMLInputElement>(null)
  const service = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="xl"
      initialFocus={options.client ? service : client}
      title={s.scheduleTitle}
      description={whenOf(choices)}
      leave={uiMessages.cancel}
      send={s.schedule}
      busy={busy}
      busyLabel={s.scheduling}
      unsaved={form.unsaved}
      onSubmit={form.submit}
    >
      <div ref={form.fields} className="space-y-4">
        {errors.form && <Incomplete sentence={errors.form} />}
        {options.note && (
          <p role="status" className="rounded-ctl bg-info-soft px-3 py-2.5 text-sm font-semibold text-info">
            {options.note}
          </p>
        )}
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <div className="space-y-4">
            <ScheduleClientField form={form} inputRef={client} />
            <ScheduleServiceFields form={form} inputRef={service} />
            <SchedulePersonField form={form} />
            <ScheduleRoomField form={form} />
            <Switch
              label={s.confirmed}
              detail={s.confirmedHint}
              checked={choices.confirmed}
              onChange={(confirmed) => form.choose({ confirmed })}
            />
          </div>
          <div className="space-y-4">
            <DateField form={form} />
            {isCivilDate(choices.date) && <TimeField form={form} />}
            <Switch
              label={s.overbook}
              detail={s.overbookHint}
              checked={choices.overbook}
              onChange={(overbook) => form.choose({ overbook })}
            />
          </div>
        </div>
      </div>
      {overbooking.element}
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

function DateField({ form: { choices, choose, errors } }: FieldProps) {
  return (
    <Field label={s.date} required error={errors.date || undefined}>
      <DateInput
        value={choices.date}
        onChange={(event) => choose({ date: event.target.value })}
        min={useToday()}
        max={lastBookableDate(now())}
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
        times={day.times}
        value={choices.time}
        onChange={(time) => choose({ time })}
        mayOverbook={choices.overbook}
        whyNot={(time) => (day.known ? day.whyNot(time) : uiMessages.loading)}
      />
    </Field>
  )
}
