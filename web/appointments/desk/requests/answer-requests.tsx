import { useMemo, useState } from 'react'
import { deskMessages, requestMessages as s } from '#shared/appointments/desk-messages.ts'
import { requestsContract, type AppointmentRequest } from '#shared/appointments/desk-contract.ts'
import type { CancelReason } from '#shared/appointments/status.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatDay, type CivilDate } from '#shared/lib/manila-time.ts'
import { failedAs } from '#web/appointments/desk/appointment-changes.ts'
import { CancelReasonField, useCancelForm } from '#web/appointments/desk/cancel-form.tsx'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type Row = AppointmentRequest

/**
 * The displayed requests and which of them are selected; a request that somebody answers in the meantime is deselected.
 */
export function useChosenRequests(rows: readonly Row[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const shown = rows ?? []
    return {
      shown,
      chosen: shown.filter(({ id }) => ids.has(id)),
      has: (row: Row) => ids.has(row.id),
      choose: (some: readonly Row[], isChosen: boolean) =>
        setIds((before) => {
          const next = new Set(before)
          for (const { id } of some)
            if (isChosen) next.add(id)
            else next.delete(id)
          return next
        }),
      clear: () => setIds(new Set()),
    }
  }, [rows, ids])
}
export type ChosenList = ReturnType<typeof useChosenRequests>

/** The checkbox that selects one request. */
export const ChooseRequest = ({ request, chosen }: { request: Row; chosen: ChosenList }) => (
  <Checkbox
    label={<span className="sr-only">{s.choose(request.name)}</span>}
    checked={chosen.has(request)}
    onChange={(isChosen) => chosen.choose([request], isChosen)}
    className="gap-0! px-1"
  />
)

/** Selects all displayed requests, and answers the selected ones together. */
export function ChosenRequests({ chosen: { shown, chosen, choose, clear } }: { chosen: ChosenList }) {
  const confirm = useConfirmSeen()
  const decline = useDialog(DeclineRequestsDialog)
  const count = chosen.length
  if (shown.length < 2 && count === 0 && !decline.isOpen) return null
  return (
    <div className="flex min-h-touch flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Checkbox
        label={count > 0 ? s.chosen(count) : s.chooseAll(shown.length)}
        checked={count > 0 && count === shown.length}
        indeterminate={count > 0 && count < shown.length}
        onChange={() => choose(shown, count < shown.length)}
        className="px-1"
      />
      {count > 0 && (
        <span className="flex gap-2 max-xs:w-full max-xs:*:flex-1">
          <Button
            variant="secondary"
            busy={confirm.busy}
            onClick={() => void confirm.run({ rows: chosen, whenDone: clear })}
          >
            {s.confirmChosen(count)}
          </Button>
          <Button variant="danger-quiet" onClick={() => decline.open({ rows: chosen, whenDone: clear })}>
            {s.declineChosen(count)}
          </Button>
        </span>
      )}
      {decline.element}
    </div>
  )
}

type Declining = { rows: readonly Row[]; reason: CancelReason }

/**
 * Declines requests with one reason; reports how many were declined, and how many stay because they are paid or were
 * already answered.
 */
const useDeclineRequests = () =>
  useAction(
    ({ rows, reason }: Declining) => api(requestsContract.decline, { body: { ids: rows.map(({ id }) => id), reason } }),
    {
      done: ({ data: { declined, left } }) => ({
        title: s.declined(declined),
        ...(left.length > 0 && { description: s.leftPaid(left.length) }),
      }),
      failed: failedAs(s.declineFailed),
      reread: deskReads,
    },
  )

type DeclineRequestsDialogProps = DialogControl & { rows: readonly Row[]; whenDone: () => void }

/** Asks for confirmation and for the reason before several requests are declined. */
function DeclineRequestsDialog({ rows, whenDone, open, onClose }: DeclineRequestsDialogProps) {
  const decline = useDeclineRequests()
  const form = useCancelForm(
    rows,
    (reason) => decline.run({ rows, reason }),
    () => {
      onClose()
      whenDone()
    },
  )
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.declineTitle(rows.length)}
      description={s.declineHint}
      leave={s.keepRequests}
      send={s.sendDecline(rows.length)}
      busy={decline.busy}
      busyLabel={s.declining}
      danger
      onSubmit={form.submit}
    >
      <CancelReasonField form={form} label={s.whyDeclined(rows.length)} />
    </FormDialog>
  )
}

/** Shows how many requests were confirmed, and how many somebody else had already answered. */
function notifyConfirmed({ data: { confirmed, left } }: Output<typeof requestsContract.confirm>): void {
  const description = left.length > 0 ? s.left(left.length) : undefined
  if (confirmed === 0) toast.info({ title: deskMessages.notChangedTitle, description })
  else if (confirmed === 1 && !description)
    toast.success({ title: deskMessages.updated, description: deskMessages.updatedTo('confirmed') })
  else toast.success({ title: s.confirmed(confirmed), description })
}

/** Confirms requests without asking first. */
export const useConfirmRequests = () =>
  useAction(requestsContract.confirm, {
    onDone: notifyConfirmed,
    failed: failedAs(deskMessages.failed),
    reread: deskReads,
  })

/** Requests that staff have seen; `date` is set when they are all requests of that day. */
type SeenRequests = { date?: CivilDate; rows: readonly AppointmentRequest[]; whenDone: () => void }

/** Confirms several requests that are displayed, after asking first. */
export const useConfirmSeen = () =>
  useAction(({ rows }: SeenRequests) => api(requestsContract.confirm, { body: { ids: rows.map(({ id }) => id) } }), {
    ask: ({ date, rows }) => ({
      title: date ? s.confirmDayTitle(rows.length, formatDay(date)) : s.confirmChosenTitle(rows.length),
      confirmLabel: s.yesConfirm,
      cancelLabel: s.no,
      harmless: true,
      busyLabel: s.confirming,
    }),
    onDone: (answer, { whenDone }) => {
      notifyConfirmed(answer)
      whenDone()
    },
    failed: failedAs(s.confirmFailed),
    reread: deskReads,
  })
