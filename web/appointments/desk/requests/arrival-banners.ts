import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { requestMessages as s } from '#shared/appointments/desk-messages.ts'
import { type AppointmentRequest, requestsContract } from '#shared/appointments/desk-contract.ts'
import { UNANSWERED_STATUSES } from '#shared/appointments/status.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDay } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { useRead } from '#web/data/use-read.ts'
import { type Arrival, useEventStream } from '#web/lib/event-stream.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { toast, type Banner } from '#web/ui/overlays/toast.ts'
import { useConfirmRequests } from './answer-requests.tsx'

/** A banner lists at most this many visits and confirms only listed ones, so that nothing is confirmed unread. */
const MAX_NAMED = 3

const startText = ({ appointment_date, appointment_time }: AppointmentRequest) =>
  `${formatDay(appointment_date)}, ${formatStart(appointment_time)}`

/** Describes visits as lines of text: a single visit in full, several visits by name and time. */
export function arrivalLines(rows: readonly AppointmentRequest[]): string[] {
  const [row] = rows
  if (row && rows.length === 1) return [s.what(row.name, servicesOf(row)), startText(row)]
  const lines = rows.slice(0, MAX_NAMED).map((each) => s.when(each.name, startText(each)))
  return rows.length > MAX_NAMED ? [...lines, s.more(rows.length - MAX_NAMED)] : lines
}

/**
 * The visits that clients have requested, cancelled or moved (`what` names one of these), without those that staff have
 * answered meanwhile.
 */
export function unansweredArrivals(
  arrivals: readonly Arrival[],
  rows: readonly AppointmentRequest[],
  what: Arrival['what'],
): AppointmentRequest[] {
  const statuses = UNANSWERED_STATUSES[what]
  const ids = new Set(arrivals.filter((arrival) => arrival.what === what).map(({ id }) => id))
  return rows.filter((row) => ids.has(row.id) && statuses.some((status) => status === row.status))
}

/** A banner about new requests. If the banner lists all of them, it has a button that confirms them. */
function useRequestBanner(onShow: () => void) {
  const confirm = useConfirmRequests()
  return (rows: readonly AppointmentRequest[]): Omit<Banner, 'onClose' | 'key'> => ({
    title: s.newRequests(rows.length),
    lines: arrivalLines(rows),
    actions: [
      { label: s.show, onPress: onShow },
      ...(rows.length > MAX_NAMED
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

/** A banner about visits that clients cancelled or moved; its button Show opens the day of the first visit. */
function useChangedBanner(titleOf: (count: number) => string) {
  const navigate = useNavigate()
  const role = useRole()
  const desk = role === 'admin' ? paths.appointments.admin : paths.appointments.cashier
  return (rows: readonly AppointmentRequest[]): Omit<Banner, 'onClose' | 'key'> => ({
    title: titleOf(rows.length),
    lines: arrivalLines(rows),
    actions: [{ label: s.show, onPress: () => void navigate(`${desk}?view=day&date=${rows[0]!.appointment_date}`) }],
  })
}

/** Shows a banner while `rows` is not empty, and updates it when they change. */
function useBanner(
  key: string,
  rows: readonly AppointmentRequest[],
  bannerOf: (rows: readonly AppointmentRequest[]) => Omit<Banner, 'onClose' | 'key'>,
  onClose: () => void,
): void {
  const show = useEffectEvent(() => {
    if (rows.length === 0) toast.hideBanner(key)
    else toast.showBanner({ key, ...bannerOf(rows), onClose })
  })
  // The banner is shown again only when a visit or its version has changed, not at each render.
  const shown = rows.map(({ id, version }) => `${id} ${version}`).join()
  useEffect(() => show(), [shown])
  useEffect(() => () => toast.hideBanner(key), [key])
}

type ArrivalBannersProps = {
  arrivals: readonly Arrival[]
  /** Called when the banner of this kind was closed, so that its arrivals count as seen. */
  onSeen: (what: Arrival['what']) => void
  /** Opens the list of requests. */
  onShow: () => void
}

/**
 * Persistent banners about new requests and about visits that clients cancelled or moved, one banner per kind. Visits
 * that staff have answered meanwhile disappear. The names are loaded by a separate call.
 */
export function ArrivalBanners({ arrivals, onSeen, onShow }: ArrivalBannersProps): null {
  const ids = [...new Set(arrivals.map(({ id }) => id))].join(',')
  const read = useRead(requestsContract.arrivals, ids === '' ? null : { querystring: { ids } }, {
    keepPrevious: true,
    live: true,
  })
  useEventStream(() => void (ids !== '' && read.reload()))
  const rows = read.data?.data ?? []
  useBanner('requested', unansweredArrivals(arrivals, rows, 'requested'), useRequestBanner(onShow), () =>
    onSeen('requested'),
  )
  useBanner('cancelled', unansweredArrivals(arrivals, rows, 'cancelled'), useChangedBanner(s.cancelledByClients), () =>
    onSeen('cancelled'),
  )
  useBanner('moved', unansweredArrivals(arrivals, rows, 'moved'), useChangedBanner(s.movedByClients), () =>
    onSeen('moved'),
  )
  return null
}
