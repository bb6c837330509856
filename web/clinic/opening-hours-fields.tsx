import type { Control } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { clinicSentences as s } from '#shared/clinic/sentences.ts'
import { SLOT_TIMES, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import { addDays, formatTime, formatWeekday } from '#shared/lib/manila-time.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { ClinicValues } from './clinic-form.ts'

const slots = SLOT_TIMES.map((time, slot) => ({
  value: slot,
  label: formatTime(time),
  ...(time === '00:00:00' && { detail: s.midnight }),
}))

// 2026-11-22 is a Sunday: weekday 0.
const weekdayName = (weekday: number) => formatWeekday(addDays('2026-11-22', weekday))

const columns = 'grid grid-cols-2 items-center gap-x-3 sm:grid-cols-[12rem_1fr_1fr]'

type DayProps = { day: OpeningHours; error: boolean; onChange: (day: OpeningHours) => void }

function Day({ day, error, onChange }: DayProps) {
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
      <Field label={s.firstSlot(name)} labelHidden group error={error ? s.hoursOrder : undefined}>
        <Select
          options={slots}
          value={day.first_slot}
          disabled={!day.is_open}
          onChange={(first_slot) => onChange({ ...day, first_slot })}
        />
      </Field>
      <Field label={s.lastSlot(name)} labelHidden group>
        <Select
          options={slots}
          value={day.last_slot}
          disabled={!day.is_open}
          onChange={(last_slot) => onChange({ ...day, last_slot })}
        />
      </Field>
    </div>
  )
}

/** First and last appointment of each weekday. */
export function OpeningHoursFields({ control }: { control: Control<ClinicValues> }) {
  return (
    <Controller
      control={control}
      name="opening_hours"
      render={({ field: { value, onChange }, fieldState }) => (
        <div className="divide-y divide-line">
          <p aria-hidden="true" className={`${columns} pb-1 text-sm font-semibold text-ink-2`}>
            <span className="max-sm:hidden" />
            <span>{s.firstAppointment}</span>
            <span>{s.lastAppointment}</span>
          </p>
          {value.map((day, index) => (
            <Day
              key={day.weekday}
              day={day}
              error={fieldState.error !== undefined && day.first_slot > day.last_slot}
              onChange={(changed) => onChange(value.map((other, n) => (n === index ? changed : other)))}
            />
          ))}
        </div>
      )}
    />
  )
}
