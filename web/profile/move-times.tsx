import { useEffect, useRef } from 'react'
import type { MoveStart } from '#shared/appointments/records.ts'
import { bookingMessages } from '#shared/appointments/booking-messages.ts'
import type { CivilTime } from '#shared/lib/manila-time.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { SlotButtons } from '#web/appointments/desk/slot-buttons.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Fold } from '#web/ui/fold.tsx'
import type { OwnMoveForm } from './move-visit-dialog.tsx'

/**
 * The free times of the date: first those with the practitioners chosen by name; those with others are folded below.
 */
export function MoveTimes({ form }: { form: OwnMoveForm }) {
  const { times, starts, date } = form
  if (times.failure) return <ErrorPanel {...times.failure} />
  if (!times.data)
    return (
      <SkeletonGroup label={bookingMessages.loadingTimes} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-13 rounded-ctl!" />
        ))}
      </SkeletonGroup>
    )
  const askedFor = times.data.data.asked_for.join(', ')
  const [kept, others] = [starts.filter((start) => !start.is_other), starts.filter((start) => start.is_other)]
  const hasKept = kept.length > 0
  const { time: error } = form.errors
  return (
    <>
      {hasKept && (
        <Times form={form} label={askedFor === '' ? s.newTime : s.timesWith(askedFor)} starts={kept} error={error} />
      )}
      {!hasKept && <p role="status">{others.length > 0 ? s.noTimeWith(askedFor) : s.noTimeFree}</p>}
      {others.length > 0 && (
        <Fold key={date} label={s.timesWithOthers(others.length)} isOpenFirst={!hasKept}>
          <Times form={form} label={s.othersTimes} starts={others} error={hasKept ? undefined : error} named />
        </Fold>
      )}
      <WhoDoesIt chosen={form.chosen} askedFor={askedFor} />
    </>
  )
}

type TimesProps = {
  form: OwnMoveForm
  label: string
  starts: readonly MoveStart[]
  error: string | undefined
  named?: boolean
}

/** `named`: each time shows its practitioners. */
function Times({ form: { time, chooseTime }, label, starts, error, named = false }: TimesProps) {
  const peopleAt = (each: CivilTime) => starts.find((start) => start.time === each)?.practitioners.join(', ')
  return (
    <Field label={label} group required error={error}>
      <SlotButtons
        times={starts.map((start) => start.time)}
        value={time}
        onChange={chooseTime}
        {...(named && { noteOf: peopleAt })}
      />
    </Field>
  )
}

/**
 * Shows before the confirmation who will do the visit at the chosen time. Scrolls into view if it is not the person
 * chosen by name.
 */
function WhoDoesIt({ chosen, askedFor }: { chosen: MoveStart | undefined; askedFor: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  const people = chosen?.practitioners.join(', ') ?? ''
  const isOther = chosen?.is_other ?? false
  useEffect(() => {
    if (isOther) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOther, people])
  return (
    <p ref={place} role="status" className="scroll-mb-6 font-semibold">
      {people !== '' && (chosen?.is_other ? s.willBeWithOther(people, askedFor) : s.willBeWith(people))}
    </p>
  )
}
