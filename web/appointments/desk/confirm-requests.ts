import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { requestMessages as s } from '#shared/appointments/request-messages.ts'
import { requestsContract, type AppointmentRequest } from '#shared/appointments/requests-contract.ts'
import { formatDay, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { failedAs } from './appointment-changes.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'

/** Reports how many were confirmed, and how many somebody else had already answered. */
function notifyConfirmed({ data: { confirmed, left } }: Output<typeof requestsContract.confirm>): void {
  const description = left.length > 0 ? s.left(left.length) : undefined
  if (confirmed === 0) toast.info({ title: deskMessages.notChangedTitle, description })
  else if (confirmed === 1 && !description)
    toast.success({ title: deskMessages.updated, description: deskMessages.updatedTo('confirmed') })
  else toast.success({ title: s.confirmed(confirmed), description })
}

/** Confirms requests without a question. */
export const useConfirmRequests = () =>
  useAction(requestsContract.confirm, {
    onDone: notifyConfirmed,
    failed: failedAs(deskMessages.failed),
    reread: deskReads,
  })

/** Requests that staff have seen; `date` is set when they are all requests of that day. */
type SeenRequests = { date?: CivilDate; rows: readonly AppointmentRequest[]; whenDone: () => void }

/** Confirms several displayed requests, after a question. */
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
