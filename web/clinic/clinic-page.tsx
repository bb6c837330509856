import { CalendarPlus } from 'lucide-react'
import { Controller, type Control } from 'react-hook-form'
import {
  HORIZONS,
  LONGEST_HORIZON,
  NOTICES,
  START_INTERVALS,
  type BookingRules,
  MAX_NOTICE_HOURS,
} from '#shared/clinic/booking-rules.ts'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { clinicMessages as s } from '#shared/clinic/messages.ts'
import { calendarFeedMessages } from '#shared/messages/messages.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { useVisitsToMove, AffectedVisitList } from '#web/resources/affected-visits.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { withValue } from '#web/ui/fields/option.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { OpeningHoursFields, useClinicForm, type ClinicValues } from './clinic-form.tsx'

type NoticeField = 'move_notice_hours' | 'cancel_notice_hours'
type ClinicTextField = Exclude<keyof ClinicValues, 'opening_hours' | NoticeField | keyof BookingRules>
type Line = { name: ClinicTextField; label: string; required?: boolean; hint?: string; type?: string; wide?: boolean }

const contact: Line[] = [
  { name: 'name', label: s.name, required: true, wide: true },
  { name: 'address', label: s.address, required: true, wide: true },
  { name: 'location_label', label: s.locationLabel, hint: s.locationHint },
  { name: 'hours_text', label: s.hoursText, required: true },
  { name: 'phone', label: s.phone, required: true, type: 'tel' },
  { name: 'email', label: s.email, required: true, type: 'email' },
]
const receipt: Line[] = [
  { name: 'tin', label: s.tin },
  { name: 'receipt_foot', label: s.receiptFoot, required: true },
]
const links: Line[] = [
  { name: 'facebook_url', label: s.facebook, type: 'url' },
  { name: 'instagram_url', label: s.instagram, type: 'url' },
  { name: 'tiktok_url', label: s.tiktok, type: 'url' },
]

const CalendarFeedDialog = lazyDialog(async () => (await import('#web/messages/calendar-feed.tsx')).CalendarFeedDialog)

/** The clinic's profile, which visitors, receipts and the booking page show. */
export default function ClinicPage() {
  // The form takes its values from the first response only, so that a reload does not overwrite what was typed.
  const read = useRead(clinicContract.read, {})
  const feed = useDialog(CalendarFeedDialog)
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <>
            <Button icon={<CalendarPlus size={18} aria-hidden="true" />} onClick={() => feed.open({ resource: null })}>
              {calendarFeedMessages.ofClinic}
            </Button>
            <HistoryButton withWord record={{ subject: 'clinic', id: null, name: s.title }} />
          </>
        }
      />
      <Loaded read={read} label={s.title} skeleton={['h-80', 'h-96']}>
        {({ data }) => <ClinicForm profile={data} />}
      </Loaded>
      {feed.element}
    </div>
  )
}

function ClinicForm({ profile }: { profile: ClinicProfile }) {
  const toMove = useVisitsToMove()
  const { form, affected, busy, isDirty, onSubmit } = useClinicForm(profile, {
    done: s.saved,
    failed: s.failedToSave,
    onSaved: toMove.openFor,
  })
  const { errors } = form.formState
  useUnsavedGuard(isDirty)
  const group = (title: string, lines: Line[]) => (
    <SectionCard title={title}>
      <div className="grid gap-4 sm:grid-cols-2">
        {lines.map(({ name, type, wide, ...field }) => (
          <Field key={name} {...field} error={errors[name]?.message} className={wide ? 'sm:col-span-2' : ''}>
            <TextInput {...form.register(name)} type={type} autoComplete="off" />
          </Field>
        ))}
      </div>
    </SectionCard>
  )
  return (
    <>
      <form noValidate className="space-y-4" onSubmit={onSubmit}>
        {group(s.contact, contact)}
        <SectionCard title={s.openingHours}>
          <p className="mb-2 text-sm text-ink-2">{s.openingHoursHint}</p>
          <OpeningHoursFields control={form.control} />
        </SectionCard>
        <SectionCard title={s.bookingRules}>
          <BookingRulesFields control={form.control} />
        </SectionCard>
        <SectionCard title={s.selfService}>
          <SelfServiceFields control={form.control} />
        </SectionCard>
        {group(s.receipt, receipt)}
        {group(s.links, links)}
        {affected && <AffectedVisitList affected={affected} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={s.saving}>
            {affected ? resourceMessages.keepThem : s.save}
          </Button>
        </div>
      </form>
      {toMove.element}
    </>
  )
}

const STARTS = START_INTERVALS.map((value) => ({ value, label: s.startsEveryOf(value) }))
/** The option value for "no limit", because the value of a select option cannot be null. */
const FURTHEST = LONGEST_HORIZON + 1

/** The fields for the clinic's booking rules, which apply to services without rules of their own. */
function BookingRulesFields({ control }: { control: Control<ClinicValues> }) {
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">{s.bookingRulesHint}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <Controller
          control={control}
          name="start_interval_minutes"
          render={({ field, fieldState: { error } }) => (
            <Field label={s.startsEvery} group hint={s.startsEveryHint} error={error?.message}>
              <Select options={STARTS} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="minimum_notice_minutes"
          render={({ field, fieldState: { error } }) => (
            <Field label={s.bookingNoticeLabel} group error={error?.message}>
              <Select
                options={withValue(NOTICES, field.value, s.bookingNoticeOf)}
                value={field.value}
                onChange={field.onChange}
              />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="horizon_days"
          render={({ field, fieldState: { error } }) => (
            <Field label={s.bookingHorizonLabel} group error={error?.message}>
              <Select
                options={withValue([...HORIZONS, FURTHEST], field.value ?? FURTHEST, (days) =>
                  days === FURTHEST ? s.furthest : s.bookingHorizonOf(days),
                )}
                value={field.value ?? FURTHEST}
                onChange={(days) => field.onChange(days === FURTHEST ? null : days)}
              />
            </Field>
          )}
        />
      </div>
    </>
  )
}

const notices: { name: NoticeField; label: string }[] = [
  { name: 'move_notice_hours', label: s.moveNotice },
  { name: 'cancel_notice_hours', label: s.cancelNotice },
]

/** The fields for how many hours before the start clients can still move or cancel their visits. */
function SelfServiceFields({ control }: { control: Control<ClinicValues> }) {
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">{s.selfServiceHint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {notices.map(({ name, label }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, onChange, onBlur }, fieldState }) => (
              <Field label={label} hint={s.noticeHint} error={fieldState.error?.message}>
                <NumberInput
                  value={value}
                  onChange={(hours) => onChange(hours ?? 0)}
                  onBlur={onBlur}
                  min={0}
                  max={MAX_NOTICE_HOURS}
                />
              </Field>
            )}
          />
        ))}
      </div>
    </>
  )
}
