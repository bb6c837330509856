import { useState, type FormEvent } from 'react'
import { boardMessages } from '#shared/appointments/calendar-messages.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { type ApiError, errorDataOf } from '#shared/lib/http-client.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { walkInsContract, type StartOption, type NowWith, type WalkIn } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { alertsFirst, useAlerts } from '#web/alerts/use-alerts.ts'
import { conflictText, failedAs } from '#web/appointments/desk/appointment-changes.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { type DialogControl, lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const OverbookDialog = lazyDialog(
  async () => (await import('#web/appointments/visit/overbook-dialog.tsx')).OverbookDialog,
)

/** Starts the visit of a waiting client: asks for the practitioner and, if there are conflicts, whether to overbook. */
export function TakeInDialog({ open, onClose, walkIn }: DialogControl & { walkIn: WalkIn }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const startOptions = useStartOptions({ clientId: walkIn.client_id, serviceId: walkIn.service_id, chosen })
  const { busy, run } = useTakeIn()
  const overbooking = useAskOverbook()
  const send = async (nowWith: NowWith) => {
    const outcome = await run({ params: { id: walkIn.id }, body: nowWith })
    if (outcome.kind === 'done') return onClose()
    if (outcome.kind === 'failed')
      overbooking.ask(walkIn.name, outcome.error, (overbook) => void send({ ...nowWith, overbook }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (startOptions.startOption && !busy) void send(startBodyOf(startOptions.startOption))
  }
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        size="sm"
        title={s.takeInTitle(walkIn.name)}
        description={walkIn.service_name}
        leave={uiMessages.cancel}
        send={s.takeIn}
        busy={busy}
        busyLabel={s.takingIn}
        disabled={!startOptions.startOption}
        onSubmit={submit}
      >
        <div className="space-y-4">
          <AlertLine clientId={walkIn.client_id} />
          <StartOptionField startOptions={startOptions} onChoose={setChosen} />
        </div>
      </FormDialog>
      {overbooking.dialog}
    </>
  )
}

/** The radio value for a service without a practitioner. */
const NOBODY = 'nobody'

const keyOf = ({ practitioner_id }: StartOption) => practitioner_id ?? NOBODY

type StartChoice = {
  /** Null for a new client, who has no alerts yet. */
  clientId: string | null
  serviceId: string | null
  /** The value of the radio button of the practitioner that staff have chosen; null until they choose one. */
  chosen: string | null
}

/**
 * The practitioners with whom a visit can begin now, free ones first. The first is preselected. `startOption` is
 * undefined until the practitioners and the client's alerts are loaded, so that nobody starts the visit before the
 * alerts are shown. It is also undefined if no practitioner can begin.
 */
export function useStartOptions({ clientId, serviceId, chosen }: StartChoice) {
  const alerts = useAlerts(clientId)
  const people = useRead(
    walkInsContract.startOptions,
    serviceId === null ? null : { querystring: { service_id: serviceId } },
    {
      live: true,
      failed: s.failedToLoadPeople,
    },
  )
  const read = alertsFirst(people, alerts)
  const startOptions = read.data?.data.options ?? []
  const startOption = startOptions.find((one) => keyOf(one) === chosen) ?? startOptions[0]
  return { read, startOptions, startOption }
}

type StartOptionFieldProps = {
  startOptions: ReturnType<typeof useStartOptions>
  onChoose: (key: string) => void
}

/** Lets staff choose a practitioner among those on duty. For each busy practitioner the field says until when. */
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
    detail: one.conflicts.length === 0 ? s.free : one.conflicts.map(conflictText).join(' '),
  }))
  return (
    <Field label={s.practitioner} group>
      <RadioGroup options={options} value={startOption ? keyOf(startOption) : null} onChange={onChoose} />
    </Field>
  )
}

/** The request body that starts a visit with the chosen practitioner. */
export const startBodyOf = ({ practitioner_id }: StartOption): NowWith =>
  practitioner_id === null ? {} : { practitioner_id }

/** The conflicts in the error of a call that starts a visit. */
const conflictsOf = (error: ApiError) => errorDataOf(walkInsContract.takeIn, 'slot_taken', error)?.conflicts ?? []

/** Conflicts are shown as a question, so they need no toast. */
export const failedToStart = (fallback: string) => (error: ApiError) =>
  conflictsOf(error).length > 0 ? null : failedUnlessDeclined(failedAs(fallback))(error)

/** The endpoints that are reloaded after a walk-in was added or taken in. */
export const walkInReads = [...deskReads, walkInsContract.startOptions]

/** Starts the visit of a waiting client. */
const useTakeIn = () =>
  useAction(
    ({ params, body }: Input<typeof walkInsContract.takeIn>) =>
      sendWithReason('started', (override) =>
        api(walkInsContract.takeIn, { params, body: { ...body, ...(override && { override }) } }),
      ),
    {
      done: ({ data }) => ({ title: s.begun, description: data.name }),
      failed: failedToStart(s.notTakenIn),
      reread: walkInReads,
    },
  )

type Overbook = NonNullable<NowWith['overbook']>

/** Names the conflicts of a visit that starts now, and asks whether to overbook. The caller renders `dialog`. */
export function useAskOverbook() {
  const overbooking = useDialog(OverbookDialog)
  const ask = (lead: string, error: ApiError, onOverbook: (overbook: Overbook) => void) => {
    const conflicts = conflictsOf(error)
    if (conflicts.length === 0) return
    overbooking.open({
      lead,
      taken: conflicts.map(conflictText),
      leave: boardMessages.overbookBack,
      onOverbook: (reason) => onOverbook({ resource_ids: conflicts.map(({ id }) => id), reason }),
    })
  }
  return { ask, dialog: overbooking.element }
}
