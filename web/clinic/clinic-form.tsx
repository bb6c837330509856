import { CopyCheck } from 'lucide-react'
import { useState } from 'react'
import { Controller, type Control } from 'react-hook-form'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { clinicMessages as s } from '#shared/clinic/messages.ts'
import { CLOSING_TIMES, SLOT_TIMES, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { addDays, formatTime, formatWeekday } from '#shared/lib/manila-time.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { affectedVisitsIn, useClearAffectedVisits, type AffectedVisits } from '#web/resources/affected-visits.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** The values of a form of the clinic's profile. */
export type ClinicValues = Omit<ClinicProfile, 'logo_id' | 'needs_setup' | 'version'>

const valuesOf = ({
  needs_setup: _setup,
  logo_id: _logo,
  version: _version,
  ...profile
}: ClinicProfile): ClinicValues => profile

/** `onSaved` receives the visits that are outside of the new hours. */
type ClinicFormOptions = { done: string; failed: string; onSaved: (affected: AffectedVisits | undefined) => void }

/**
 * The form of the clinic's profile. If booked visits are affected, sending the form again confirms that they were seen.
 */
export function useClinicForm(profile: ClinicProfile, { done, failed, onSaved }: ClinicFormOptions) {
  const [affected, setAffected] = useState<AffectedVisits>()
  const { form, ...rest } = useContractForm(clinicContract.save, {
    values: valuesOf(profile),
    edits: { row: profile, valuesOf },
    input: (body) => ({ body: { ...body, despite_visits: affected !== undefined } }),
    done,
    failed: (error, others) =>
      errorDataOf(clinicContract.save, 'conflict', error) || others.length === 0
        ? null
        : { title: failed, description: others.join('\n') },
    onFailed: (error) => setAffected(affectedVisitsIn(error, errorDataOf(clinicContract.save, 'conflict', error))),
    reread: [clinicContract.read],
    onDone: ({ data }) => {
      setAffected(undefined)
      form.reset(valuesOf(data))
      onSaved(affected)
    },
  })
  useClearAffectedVisits(form, setAffected)
  return { form, affected, ...rest }
}

const details: Record<string, string> = { '00:00:00': s.midnight, '00:30:00': s.afterMidnight }

const choicesOf = (times: readonly string[]) =>
  times.map((time, slot) => ({
    value: slot,
    label: formatTime(time),
    ...(details[time] && { detail: details[time] }),
  }))

const openings = choicesOf(SLOT_TIMES)
const closings = choicesOf(CLOSING_TIMES)

// The name of a weekday, formatted from a date: 2026-11-22 is a Sunday, which is weekday 0.
const weekdayName = (weekday: number) => formatWeekday(addDays('2026-11-22', weekday))

const columns = 'grid grid-cols-[1fr_1fr_2.75rem] items-center gap-x-3 sm:grid-cols-[12rem_1fr_1fr_2.75rem]'

/** Copies one day's hours to all days; closed days stay closed. */
const withHoursOf = ({ first_slot, last_slot }: OpeningHours, week: readonly OpeningHours[]) =>
  week.map((day) => ({ ...day, first_slot, last_slot }))

const newerNote = 'py-2 text-sm font-medium text-danger'

type DayProps = { day: OpeningHours; error: boolean; onChange: (day: OpeningHours) => void; onCopy: () => void }

function Day({ day, error, onChange, onCopy }: DayProps) {
  const name = weekdayName(day.weekday)
  return (
    <div className={`${columns} gap-y-1 py-2`}>
      <Switch
        className="col-span-2 sm:col-span-1"
        label={name}
        detail={day.is_open ? s.open : s.closed}
        checked={day.is_open}
        onChange={(is_open) => onChange({ ...day, is_open })}
      />
      <Field label={s.opensOn(name)} labelHidden group error={error ? s.hoursOrder : undefined}>
        <Select
          options={openings}
          value={day.first_slot}
          disabled={!day.is_open}
          onChange={(first_slot) => onChange({ ...day, first_slot })}
        />
      </Field>
      <Field label={s.closesOn(name)} labelHidden group className="max-sm:col-span-2">
        <Select
          options={closings}
          value={day.last_slot}
          disabled={!day.is_open}
          onChange={(last_slot) => onChange({ ...day, last_slot })}
        />
      </Field>
      <IconButton
        label={s.sameHours(name)}
        icon={<CopyCheck size={18} aria-hidden="true" />}
        disabled={!day.is_open}
        onClick={onCopy}
        className="max-sm:col-start-3 max-sm:row-start-1"
      />
    </div>
  )
}

/** The fields for the opening hours of each weekday. */
export function OpeningHoursFields({ control }: { control: Control<ClinicValues> }) {
  return (
    <Controller
      control={control}
      name="opening_hours"
      render={({ field: { value, onChange }, fieldState }) => (
        <div className="divide-y divide-line">
          <p aria-hidden="true" className={`${columns} pb-1 text-sm font-semibold text-ink-2`}>
            <span className="max-sm:hidden" />
            <span>{s.opens}</span>
            <span>{s.closes}</span>
          </p>
          {fieldState.error?.type === 'newer' && <p className={newerNote}>{fieldState.error.message}</p>}
          {value.map((day, index) => (
            <Day
              key={day.weekday}
              day={day}
              error={
                fieldState.error?.type !== 'newer' && fieldState.error !== undefined && day.first_slot > day.last_slot
              }
              onChange={(changed) => onChange(value.map((other, n) => (n === index ? changed : other)))}
              onCopy={() => {
                onChange(withHoursOf(day, value))
                toast.success({ title: s.hoursCopied(weekdayName(day.weekday)), description: s.notSavedYet })
              }}
            />
          ))}
        </div>
      )}
    />
  )
}
