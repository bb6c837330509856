import { clsx } from 'clsx'
import { Hourglass } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { holdContract } from '#shared/appointments/availability-contract.ts'
import { availabilityMessages as s } from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { now as presentInstant, useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { isLeavingForLogin } from './booking-draft.ts'
import { visitApi } from './booking-sources.ts'
import { servicesKey, servicesOfKey } from './booking.ts'
import { currentBrowserKey } from './framed-booking.ts'
import { type BookingModel } from './use-booking.ts'

/**
 * `none`: nothing is reserved (no choice yet, too many reservations, or no response), but the time can be booked.
 * `refused`: only known clients can book the time; `notice` says what others can do. `until` is an instant on the clock
 * of this browser.
 */
type SlotReservation =
  | { state: 'none' | 'requesting' | 'expired' }
  | { state: 'reserved'; until: number }
  | { state: 'refused'; notice: string }

/** The key of the chosen services, person, date and time; null while one is missing. */
const reservationKey = ({ practitioner, date, time, ...chosen }: BookingModel['booking']): string | null => {
  const services = servicesKey(chosen)
  return services && date && time ? [services, date, time, practitioner ?? ''].join(' ') : null
}

function requestBody(key: string) {
  const [services = '', appointment_date = '', appointment_time = '', practitioner] = key.split(' ')
  return {
    ...servicesOfKey(services),
    appointment_date,
    appointment_time,
    ...(practitioner && { practitioner_id: practitioner }),
  }
}

/**
 * Releases the slot reservation, with `keepalive` because the page may be closing. A failure does not matter, because
 * the reservation expires.
 */
const releaseReservation = async (): Promise<void> => {
  const send = (request: Request) => fetch(new Request(request, { keepalive: true }))
  await loaded?.read(holdContract.giveUp, {}, { send }).catch(() => undefined)
}

/**
 * The imported module with the API calls, kept so that a release when the page is left need not wait for the import.
 */
let loaded: Awaited<ReturnType<typeof visitApi>> | undefined

/**
 * When the slot reservation expires, or why the time could not be reserved; null if there is no reservation but the
 * time can be booked.
 */
type Expiry = number | { notice: string } | null

/** Requests a slot reservation; `unanswered` when there was no response. Throws when the time is taken. */
async function requestReservation(key: string): Promise<Expiry | 'unanswered'> {
  const api = await visitApi().catch(() => null)
  if (api === null) return null
  loaded = api
  try {
    const body = { ...requestBody(key), browser_key: currentBrowserKey() }
    const { data } = await api.read(holdContract.hold, { body }, {})
    if (data.seconds_left !== null) return presentInstant().getTime() + data.seconds_left * 1000
    return data.notice === undefined ? null : { notice: data.notice }
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.code === 'slot_taken') throw error
    return api.gotNoAnswer(error) ? 'unanswered' : null
  }
}

/** Milliseconds until an unanswered request is sent again. */
const RETRY_MS = 2_000
/** The number of tries without a response, after which the time is booked without a reservation. */
const MAX_TRIES = 30

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type CallQueue = <T>(send: () => Promise<T>) => Promise<T>

/**
 * Sends the calls one after the other, because the first response sets this browser's secret, and a release that
 * arrived before its reservation request would leave the slot reserved.
 */
function useCallQueue(): CallQueue {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback((send) => {
    const answer = last.current.then(send)
    last.current = answer.catch(() => undefined)
    return answer
  }, [])
}

/** Reserves the chosen time, and releases it when the choice changes or the page closes. */
function useSlotReservation({ booking, loseTime, setIsReserved, setReservationResult }: BookingModel) {
  const key = reservationKey(booking)
  const [reservation, setReservation] = useState<SlotReservation>({ state: 'none' })
  const [attempt, setAttempt] = useState(0)
  const enqueue = useCallQueue()
  const loseTimeRef = useRef(loseTime)
  useEffect(() => {
    loseTimeRef.current = loseTime
  })
  useEffect(() => {
    if (key === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: SlotReservation) => {
      setReservation(next)
      setIsReserved(next.state === 'requesting' || next.state === 'reserved')
    }
    const applyExpiry = (until: Expiry) => {
      if (isOver) return
      if (until === null) return show({ state: 'none' })
      if (typeof until === 'object') return show({ state: 'refused', ...until })
      timer = setTimeout(() => show({ state: 'expired' }), until - presentInstant().getTime())
      show({ state: 'reserved', until })
    }
    show({ state: 'requesting' })
    // A time whose choice was changed while the previous call was running is not requested.
    const send = () => enqueue(async () => (isOver ? null : requestReservation(key)))
    /**
     * Retries an unanswered request: the server may have made the reservation, which would otherwise block this
     * browser.
     */
    const settle = async (answer: ReturnType<typeof send>, tries = 1): Promise<Expiry> => {
      if (!isOver)
        setReservationResult(
          answer.then(
            () => true,
            () => false,
          ),
        )
      const until = await answer
      if (until !== 'unanswered') return until
      return tries < MAX_TRIES ? settle(pause(RETRY_MS).then(send), tries + 1) : null
    }
    settle(send()).then(applyExpiry, (error: unknown) => {
      if (isOver) return
      show({ state: 'none' })
      void loseTimeRef.current(error instanceof Error ? error.message : callMessages.noAnswer)
    })
    return () => {
      clearTimeout(timer)
      isOver = true
      setIsReserved(false)
    }
  }, [key, attempt, enqueue, setIsReserved, setReservationResult])
  useReleaseOnLeave(key, enqueue)
  const again = () => setAttempt((present) => present + 1)
  return { reservation: key === null ? ({ state: 'none' } as const) : reservation, again }
}

/** Releases the reservation when the choice is cleared or the page is left, except for a log-in. */
function useReleaseOnLeave(key: string | null, enqueue: CallQueue): void {
  const isChosen = key !== null
  useEffect(() => {
    if (!isChosen) return
    const leave = () => {
      if (!isLeavingForLogin()) void releaseReservation()
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [isChosen])
  const wasChosen = useRef(false)
  useEffect(() => {
    if (wasChosen.current && !isChosen) void enqueue(releaseReservation)
    wasChosen.current = isChosen
  }, [isChosen, enqueue])
}

/** Shows how long the chosen time is still reserved and, afterwards, what to do. */
export function ReservedTime({ model }: { model: BookingModel }) {
  const { reservation, again } = useSlotReservation(model)
  useReloadWhenReserved(model, reservation.state)
  /** True while the time is being reserved again, so that the hint stays in place. */
  const [isRenewing, setIsRenewing] = useState(false)
  const { time } = model.booking
  if (time === null) return null
  if (reservation.state === 'reserved') return <Countdown time={formatStart(time)} until={reservation.until} />
  if (reservation.state === 'refused') return <Line>{reservation.notice}</Line>
  const isBusy = reservation.state === 'requesting' && isRenewing
  if (reservation.state !== 'expired' && !isBusy) return null
  const reserveAgain = () => {
    setIsRenewing(true)
    again()
  }
  return (
    <Line
      action={
        <Button busy={isBusy} busyLabel={s.holding} onClick={reserveAgain}>
          {s.holdAgain}
        </Button>
      }
    >
      {s.ended(formatStart(time))}
    </Line>
  )
}

/** Times loaded while the request was pending may show the reservation as somebody else's, so they are reloaded. */
function useReloadWhenReserved(
  { booking, sources: { unavailableTimes } }: BookingModel,
  state: SlotReservation['state'],
): void {
  const { time } = booking
  const { reload } = unavailableTimes
  const isTaken = unavailableTimes.status === 'ready' && time !== null && unavailableTimes.data.has(time)
  useEffect(() => {
    if (state === 'reserved' && isTaken) reload()
  }, [state, isTaken, reload])
}

function Countdown({ time, until }: { time: string; until: number }) {
  // `useNow` may be up to a second behind, so the seconds left are rounded down.
  const left = Math.max(0, Math.floor((until - useNow().getTime()) / 1000))
  return (
    <Line
      isReserved
      action={
        <span role="timer" aria-label={s.leftLabel} className="tnum text-xl font-bold text-ink">
          {s.left(Math.floor(left / 60), left % 60)}
        </span>
      }
    >
      {s.held(time)} <span className="font-normal text-ink-2 max-sm:hidden">{s.noHurry}</span>
    </Line>
  )
}

type LineProps = { isReserved?: boolean; action?: ReactNode; children: ReactNode }

/**
 * A line about the reserved time. `role="status"` makes screen readers announce its text, but not the countdown beside
 * it.
 */
const Line = ({ isReserved = false, action, children }: LineProps) => (
  <div
    className={clsx(
      // The line sticks above the bar at the bottom, so that whoever taps a lower time sees the notice.
      'sticky bottom-[calc(6rem+env(safe-area-inset-bottom))] z-5 mt-6 flex items-center justify-between gap-4 rounded-card px-4 py-3 shadow-2 lg:bottom-4',
      // The text about an expired reservation is long, so the button may wrap below it.
      isReserved ? 'bg-primary-soft max-xs:flex-wrap' : 'flex-wrap bg-warning-soft',
    )}
  >
    <p role="status" className="flex min-w-0 items-center gap-3 font-semibold text-ink">
      <Hourglass size={18} className="shrink-0 text-ink-2" aria-hidden="true" />
      <span>{children}</span>
    </p>
    {action && <span className="shrink-0">{action}</span>}
  </div>
)
