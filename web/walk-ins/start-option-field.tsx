import { walkInsContract, type StartOption, type NowWith } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { takenText } from '#web/appointments/desk/appointment-changes.ts'
import { useRead } from '#web/data/use-read.ts'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

/** The radio value for a service without a practitioner. */
const NOBODY = 'nobody'

const keyOf = ({ practitioner_id }: StartOption) => practitioner_id ?? NOBODY

/**
 * The practitioners with whom a visit can begin now, free ones first. The first is preselected. `startOption` is
 * undefined while that is not known, and when there is nobody.
 */
export function useStartOptions(serviceId: string | null, chosen: string | null) {
  const read = useRead(
    walkInsContract.startOptions,
    serviceId === null ? null : { querystring: { service_id: serviceId } },
    {
      live: true,
      failed: s.failedToLoadPeople,
    },
  )
  const startOptions = read.data?.data.options ?? []
  const startOption = startOptions.find((one) => keyOf(one) === chosen) ?? startOptions[0]
  return { read, startOptions, startOption }
}

type StartOptionFieldProps = {
  startOptions: ReturnType<typeof useStartOptions>
  onChoose: (key: string) => void
}

/** The choice of a practitioner: everybody on duty, with the time until which busy ones are taken. */
export function StartOptionField({
  startOptions: { read, startOptions, startOption },
  onChoose,
}: StartOptionFieldProps) {
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
  const options = startOptions.map((one) => ({
    value: keyOf(one),
    label: one.name ?? s.nobodyInParticular,
    detail: one.conflicts.length === 0 ? s.free : one.conflicts.map(takenText).join(' '),
  }))
  return (
    <Field label={s.practitioner} group>
      <RadioGroup options={options} value={startOption ? keyOf(startOption) : null} onChange={onChoose} />
    </Field>
  )
}

/** The request body that starts a visit with the chosen practitioner. */
export const nowWithOf = ({ practitioner_id }: StartOption): NowWith =>
  practitioner_id === null ? {} : { practitioner_id }
