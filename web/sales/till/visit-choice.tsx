import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { paymentSentences as s } from '#shared/sales/payment-sentences.ts'
import { query, rereadEveryMinute } from '#web/lib/query.ts'
import { now } from '#web/lib/use-now.ts'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SkeletonGroup, Skeleton } from '#web/ui/skeleton.tsx'
import { visitText, WALK_IN } from './customer.ts'

type ChoiceProps = {
  userId: string
  value: string | null
  onChange: (visit: string) => void
  error: string | undefined
}

/** Which of the person's unpaid appointments is paid, or none. Who has none pays for a visit without one. */
export function VisitChoice({ userId, value, onChange, error }: ChoiceProps) {
  const visits = useQuery({
    ...query(appointmentsContract.payable, { querystring: { user_id: userId, per_page: 100 } }),
    ...rereadEveryMinute,
  })
  const options = [
    ...(visits.data?.appointments ?? []).map((visit) => ({
      value: visit.id,
      label: visitText(visit, manilaDate(now())),
    })),
    { value: WALK_IN, label: s.noAppointment },
  ]
  const hasNoChoice = visits.data?.appointments.length === 0 && value === null
  const takeWalkIn = useEffectEvent(() => onChange(WALK_IN))
  useEffect(() => {
    if (hasNoChoice) takeWalkIn()
  }, [hasNoChoice])
  if (visits.isPending)
    return (
      <SkeletonGroup label={s.loadingAppointments} className="space-y-3">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-5 w-64" />
      </SkeletonGroup>
    )
  const failure = visits.isError ? `${appointmentSentences.failedToLoadOngoing} ${visits.error.message}` : undefined
  return (
    <Field label={s.appointment} required group error={error ?? failure}>
      <RadioGroup options={options} value={value} onChange={onChange} className="tnum" />
    </Field>
  )
}
