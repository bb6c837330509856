import { walkInsContract, type Chair, type NowWith } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { takenText } from '#web/appointments/desk/appointment-changes.ts'
import { useRead } from '#web/data/use-read.ts'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

/** The value of a radio for a service that needs nobody in particular. */
const NOBODY = 'nobody'

const keyOf = ({ practitioner_id }: Chair) => practitioner_id ?? NOBODY

/**
 * With whom a visit of a service can begin now, who is free first: the first one is chosen until another is. `chair` is
 * undefined while that is not known, and when there is nobody.
 */
export function useChairs(serviceId: string | null, chosen: string | null) {
  const read = useRead(walkInsContract.chairs, serviceId === null ? null : { querystring: { service_id: serviceId } }, {
    live: true,
    failed: s.failedToLoadPeople,
  })
  const chairs = read.data?.data.chairs ?? []
  const chair = chairs.find((one) => keyOf(one) === chosen) ?? chairs[0]
  return { read, chairs, chair }
}

type ChairFieldProps = {
  chairs: ReturnType<typeof useChairs>
  onChoose: (key: string) => void
}

/** With whom: everybody on duty, and until when whoever is taken is busy. */
export function ChairField({ chairs: { read, chairs, chair }, onChoose }: ChairFieldProps) {
  if (read.failure) return <ErrorPanel {...read.failure} />
  if (!read.data)
    return (
      <SkeletonGroup className="space-y-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-5 w-52" />
      </SkeletonGroup>
    )
  const { obstacle } = read.data.data
  if (obstacle !== null)
    return (
      <p role="status" className="rounded-ctl bg-warning-soft px-3.5 py-2.5 text-sm font-semibold text-warning">
        {obstacle}
      </p>
    )
  const options = chairs.map((one) => ({
    value: keyOf(one),
    label: one.name ?? s.nobodyInParticular,
    detail: one.conflicts.length === 0 ? s.free : one.conflicts.map(takenText).join(' '),
  }))
  return (
    <Field label={s.practitioner} group>
      <RadioGroup options={options} value={chair ? keyOf(chair) : null} onChange={onChoose} />
    </Field>
  )
}

/** What is sent for a chair. */
export const nowWithOf = ({ practitioner_id }: Chair): NowWith => (practitioner_id === null ? {} : { practitioner_id })
