import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { requestMessages as s } from '#shared/appointments/request-messages.ts'
import { requestsContract, type AppointmentRequest } from '#shared/appointments/requests-contract.ts'
import { useRead } from '#web/data/use-read.ts'
import type { Arrival } from '#web/lib/event-stream.ts'
import { useEventStream } from '#web/lib/events.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.tsx'
import { toast, type Banner } from '#web/ui/overlays/toast.ts'
import { linesOf, MOST_NAMED, stillOpen } from './arrivals.ts'
import { useConfirmRequests } from './confirm-requests.ts'

/** A notice about requests, which can be confirmed in it if all of them are listed. */
function useRequestNotice(onShow: () => void) {
  const confirm = useConfirmRequests()
  return (rows: readonly AppointmentRequest[]): Omit<Banner, 'onClose' | 'key'> => ({
    title: s.newRequests(rows.length),
    lines: linesOf(rows),
    actions: [
      { label: s.show, onPress: onShow },
      ...(rows.length > MOST_NAMED
        ? []
        : [
            {
              label: s.confirm(rows.length),
              onPress: () => void confirm.run({ body: { ids: rows.map(({ id }) => id) } }),
              primary: true,
            },
          ]),
    ],
  })
}

/** A notice about visits that clients cancelled or moved; Show opens the day of the first. */
function useChangedNotice(titleOf: (count: number) => string) {
  const navigate = useNavigate()
  const role = useRole()
  const desk = role === 'admin' ? paths.appointments.admin : paths.appointments.cashier
  return (rows: readonly AppointmentRequest[]): Omit<Banner, 'onClose' | 'key'> => ({
    title: titleOf(rows.length),
    lines: linesOf(rows),
    actions: [{ label: s.show, onPress: () => void navigate(`${desk}?view=day&date=${rows[0]!.appointment_date}`) }],
  })
}

/** Shows a notice while there are rows, and updates it when they change. */
function useNotice(
  key: string,
  rows: readonly AppointmentRequest[],
  noticeOf: (rows: readonly AppointmentRequest[]) => Omit<Banner, 'onClose' | 'key'>,
  onClose: () => void,
): void {
  const show = useEffectEvent(() => {
    if (rows.length === 0) toast.hideBanner(key)
    else toast.showBanner({ key, ...noticeOf(rows), onClose })
  })
  // Unchanged visits are not announced again.
  const shown = rows.map(({ id, version }) => `${id} ${version}`).join()
  useEffect(() => show(), [shown])
  useEffect(() => () => toast.hideBanner(key), [key])
}

type ArrivalNoticesProps = {
  arrivals: readonly Arrival[]
  /** Removes notices of a kind that was seen. */
  onSeen: (what: Arrival['what']) => void
  /** Opens the requests. */
  onShow: () => void
}

/**
 * Persistent notices about new requests and about visits that clients cancelled or moved, one per kind. Visits answered
 * meanwhile disappear. The names are loaded by a separate call.
 */
export function ArrivalNotices({ arrivals, onSeen, onShow }: ArrivalNoticesProps): null {
  const ids = [...new Set(arrivals.map(({ id }) => id))].join(',')
  const read = useRead(requestsContract.arrivals, ids === '' ? null : { querystring: { ids } }, {
    keepPrevious: true,
    live: true,
  })
  useEventStream(() => void (ids !== '' && read.reload()))
  const rows = read.data?.appointments ?? []
  useNotice('requested', stillOpen(arrivals, rows, 'requested'), useRequestNotice(onShow), () => onSeen('requested'))
  useNotice('cancelled', stillOpen(arrivals, rows, 'cancelled'), useChangedNotice(s.cancelledByClients), () =>
    onSeen('cancelled'),
  )
  useNotice('moved', stillOpen(arrivals, rows, 'moved'), useChangedNotice(s.movedByClients), () => onSeen('moved'))
  return null
}
