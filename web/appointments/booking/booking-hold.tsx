import { clsx } from 'clsx'
import { Hourglass } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { holdContract } from '#shared/appointments/availability-contract.ts'
import { availabilityMessages as s } from '#shared/appointments/availability-messages.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { newUuid } from '#web/lib/new-uuid.ts'
import { now as presentInstant, useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { leavesForLogin } from './booking-draft.ts'
import { servicesKey } from './booking.ts'
import { bookingApi } from './booking-sources.ts'
import { gotNoAnswer } from './submit-booking.ts'
import { type BookingModel, timeInWords } from './use-booking.ts'

/**
 * `none`: nothing is reserved (no choice yet, too many reservations, or no response), but the time can be booked.
 * `kept`: only known clients can book the time; `notice` says what others can do. `until` is on this browser's clock.
 */
type Hold =
  { state: 'none' | 'asking' | 'ended' } | { state: 'held'; until: number } | { state: 'kept'; notice: string }

/** Under service, person, date and time; null while one of them is missing. */
const wishOf = ({ practitioner, date, time, ...chosen }: BookingModel['booking']): string | null => {
  const services = servicesKey(chosen)
  return services && date && time ? [services, date, time, practitioner ?? ''].join(' ') : null
}

function bodyOf(wish: string, { servicesOfKey }: Awaited<ReturnType<typeof bookingApi>>) {
  const [services = '', appointment_date = '', appointment_time = '', practitioner] = wish.split(' ')
  return {
    ...servicesOfKey(services),
    appointment_date,
    appointment_time,
    ...(practitioner && { practitioner_id: practitioner }),
  }
}

/** Sent though the page goes away. What comes of it nobody needs to know: the hold ends by itself. */
const giveUp = async (): Promise<void> => {
  const send = (request: Request) => fetch(new Request(request, { keepalive: true }))
  await loaded?.read(holdContract.giveUp, {}, { send }).catch(() => undefined)
}

/** The calls of the page, once a time was asked for: whoever leaves does not wait for them. */
let loaded: Awaited<ReturnType<typeof bookingApi>> | undefined

/** What this page is known by until the answer to its first hold brings a secret. */
const browserKey = newUuid()

/** When the slot reservation expires, or why there is none; null when the time can be booked without one. */
type Until = number | { notice: string } | null

/** The server's answer to a wish; `unanswered` when none came. Throws for a time that is taken. */
async function ask(wish: string): Promise<Until | 'unanswered'> {
  const api = await bookingApi().catch(() => null)
  if (api === null) return null
  loaded = api
  try {
    const body = { ...bodyOf(wish, api), browser_key: browserKey }
    const { data } = await api.read(holdContract.hold, { body }, {})
    if (data.seconds_left !== null) return presentInstant().getTime() + data.seconds_left * 1000
    return data.notice === undefined ? null : { notice: data.notice }
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.code === 'slot_taken') throw error
    return gotNoAnswer(error) ? 'unanswered' : null
  }
}

/** How long a hold that nobody answered waits before it is asked for again. */
const AGAIN_MS = 2_000
/** After this many tries without an answer the page stops asking; the time is then booked without a hold. */
const MOST_TRIES = 30

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type InTurn = <T>(send: () => Promise<T>) => Promise<T>

/**
 * One call after the other, each with the answer of the one before: the first hold brings the secret of this browser. A
 * hold that was given up on its way would stand all the same, and keep this very browser from its time.
 */
function useInTurn(): InTurn {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback((send) => {
    const answer = last.current.then(send)
    last.current = answer.catch(() => undefined)
    return answer
  }, [])
}

/** Holds the chosen time for this browser, and gives it up with another choice and with the page. */
function useHold({ booking, loseTime, setHolding, setHoldAnswer }: BookingModel) {
  const wish = wishOf(booking)
  const [hold, setHold] = useState<Hold>({ state: 'none' })
  const [turn, setTurn] = useState(0)
  const inTurn = useInTurn()
  const lose = useRef(loseTime)
  useEffect(() => {
    lose.current = loseTime
  })
  useEffect(() => {
    if (wish === null) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: Hold) => {
      setHold(next)
      setHolding(next.state === 'asking' || next.state === 'held')
    }
    const keep = (until: Until) => {
      if (isOver) return
      if (until === null) return show({ state: 'none' })
      if (typeof until === 'object') return show({ state: 'kept', ...until })
      timer = setTimeout(() => show({ state: 'ended' }), until - presentInstant().getTime())
      show({ state: 'held', until })
    }
    show({ state: 'asking' })
    // Whatever was chosen and dropped while the one before was on its way is not asked for.
    const send = () => inTurn(async () => (isOver ? null : ask(wish)))
    /** Asks again for what nobody answered: the server may hold it, and this very browser would meet its own time as taken. */
    const settle = async (answer: ReturnType<typeof send>, tries = 1): Promise<Until> => {
      if (!isOver)
        setHoldAnswer(
          answer.then(
            () => true,
            () => false,
          ),
        )
      const until = await answer
      if (until !== 'unanswered') return until
      return tries < MOST_TRIES ? settle(pause(AGAIN_MS).then(send), tries + 1) : null
    }
    settle(send()).then(keep, (error: unknown) => {
      if (isOver) return
      show({ state: 'none' })
      void lose.current(error instanceof Error ? error.message : callMessages.noAnswer)
    })
    return () => {
      clearTimeout(timer)
      isOver = true
      setHolding(false)
    }
  }, [wish, turn, inTurn, setHolding, setHoldAnswer])
  useGivenUp(wish, inTurn)
  const again = () => setTurn((present) => present + 1)
  return { hold: wish === null ? ({ state: 'none' } as const) : hold, again }
}

/** Whoever takes the choice back or leaves the page holds nothing any more; a log-in on the way is no leaving. */
function useGivenUp(wish: string | null, inTurn: InTurn): void {
  const isChosen = wish !== null
  useEffect(() => {
    if (!isChosen) return
    const leave = () => {
      if (!leavesForLogin()) void giveUp()
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [isChosen])
  const wasChosen = useRef(false)
  useEffect(() => {
    if (wasChosen.current && !isChosen) void inTurn(giveUp)
    wasChosen.current = isChosen
  }, [isChosen, inTurn])
}

/** That the chosen time is held, and for how long still; once that is over, what can be done. */
export function HeldTime({ model }: { model: BookingModel }) {
  const { hold, again } = useHold(model)
  useFreshWhenHeld(model, hold.state)
  /** It is held anew: the line stays where it is. */
  const [isAgain, setIsAgain] = useState(false)
  const { time } = model.booking
  if (time === null) return null
  if (hold.state === 'held') return <Countdown time={timeInWords(time)} until={hold.until} />
  if (hold.state === 'kept') return <Line>{hold.notice}</Line>
  const isBusy = hold.state === 'asking' && isAgain
  if (hold.state !== 'ended' && !isBusy) return null
  const holdAgain = () => {
    setIsAgain(true)
    again()
  }
  return (
    <Line
      action={
        <Button busy={isBusy} busyLabel={s.holding} onClick={holdAgain}>
          {s.holdAgain}
        </Button>
      }
    >
      {s.ended(timeInWords(time))}
    </Line>
  )
}

/** Times that were asked for while the hold was on its way may show it as somebody else's. */
function useFreshWhenHeld({ booking, sources: { unavailableTimes } }: BookingModel, state: Hold['state']): void {
  const { time } = booking
  const { reload } = unavailableTimes
  const isTaken = unavailableTimes.status === 'ready' && time !== null && unavailableTimes.data.has(time)
  useEffect(() => {
    if (state === 'held' && isTaken) reload()
  }, [state, isTaken, reload])
}

function Countdown({ time, until }: { time: string; until: number }) {
  // `useNow` is the beginning of the second.
  const left = Math.max(0, Math.floor((until - useNow().getTime()) / 1000))
  return (
    <Line
      isHeld
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

type LineProps = { isHeld?: boolean; action?: ReactNode; children: ReactNode }

/** `role="status"`: said once when it comes and when it changes; the clock beside it is not read out. */
const Line = ({ isHeld = false, action, children }: LineProps) => (
  <div
    className={clsx(
      // Sticks above the bar at the bottom, so that whoever taps a lower time sees the notice.
      'sticky bottom-[calc(6rem+env(safe-area-inset-bottom))] z-5 mt-6 flex items-center justify-between gap-4 rounded-card px-4 py-3 shadow-2 lg:bottom-4',
      // The sentence of an ended hold is long: where the button has no room beside it, it stands below.
      isHeld ? 'bg-primary-soft max-xs:flex-wrap' : 'flex-wrap bg-warning-soft',
    )}
  >
    <p role="status" className="flex min-w-0 items-center gap-3 font-semibold text-ink">
      <Hourglass size={18} className="shrink-0 text-ink-2" aria-hidden="true" />
      <span>{children}</span>
    </p>
    {action && <span className="shrink-0">{action}</span>}
  </div>
)
