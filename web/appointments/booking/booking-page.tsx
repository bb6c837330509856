import { clsx } from 'clsx'
import { ArrowLeft, Check } from 'lucide-react'
import { type Dispatch, useEffect, useState } from 'react'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { whenIdle } from '#web/lib/page/lazy-part.tsx'
import { publicPaths } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { FlashToast } from '#web/ui/overlays/flash-notice.tsx'
import { BookingServiceStep, BookingTreatmentStep } from './booking-offer-steps.tsx'
import { visitApi } from './booking-sources.ts'
import { StepFrame } from './booking-step-frame.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { type Booking, type BookingEvent, isDone, isReachable, type Step } from './booking.ts'
import { type BookingModel, useBooking } from './use-booking.ts'

/**
 * The components of the first two steps. Those of the later steps are loaded after the first press, at the latest once
 * a service is chosen.
 */
const steps = { 1: BookingTreatmentStep, 2: BookingServiceStep }

/**
 * The booking wizard: four steps on the left, the summary on the right (at the bottom on phones). In a frame it has no
 * header, because the other website has its own.
 */
export function BookingPage({ clinic, framed = false }: { clinic: PublicClinic; framed?: boolean }) {
  const model = useBooking(clinic)
  const closed = notOpen(model)
  const choosing = !closed && !model.booked && model.continuedAt === null
  const late = useLateParts(model, closed !== null)
  const { parts } = late
  usePrefetch()
  return (
    <div className={clsx('min-h-dvh', choosing && 'lg:grid lg:grid-cols-[1fr_24rem]')}>
      <div className="mx-auto w-full max-w-[46rem] px-4 pt-5 pb-40 xs:px-5 lg:pb-16">
        {!framed && <Header name={clinic.name} />}
        <main>
          {closed && !parts ? <NotLoaded late={late} /> : <Content model={model} late={late} closed={closed} />}
        </main>
      </div>
      {choosing && (
        <BookingSummary
          model={model}
          covered={parts && <parts.CoveredServices {...model} className="max-lg:mb-3 lg:mt-5" />}
          deposit={parts && <parts.DepositLine model={model} />}
        />
      )}
      {parts && model.booking.confirming && <parts.BookingConfirmDialog model={model} />}
      {/* The toast appears below the stepper on phones, and beside "Back to Home" on wider screens. */}
      {!framed && <FlashToast className="top-37 md:top-2" />}
    </div>
  )
}

const Header = ({ name }: { name: string }) => (
  <header className="mb-6 flex items-center justify-between gap-4">
    <a href={publicPaths.landing} className={`${buttonClass({ variant: 'quiet' })} -ml-4 shrink-0`}>
      <ArrowLeft size={18} aria-hidden="true" /> {s.backToHome}
    </a>
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="truncate text-sm font-semibold text-ink-2 max-sm:hidden">{name}</span>
      <LogoMark size={34} />
    </span>
  </header>
)

type ContentProps = { model: BookingModel; late: LateLoad; closed: ReturnType<typeof notOpen> }

/**
 * Shows the booking wizard, or instead of it the page that says that the visit is booked, continues elsewhere or cannot
 * be booked.
 */
function Content({ model, late, closed }: ContentProps) {
  const { booked, continuedAt, bookAnother } = model
  const { parts } = late
  if (closed && parts) return <parts.BookingNotOpen reason={closed} model={model} />
  if (booked && parts)
    return (
      <parts.BookingDone booked={booked} clinic={model.clinic} onBookAnother={bookAnother}>
        <parts.CoveredServices sources={model.sources} booking={booked.choices} className="mt-4" />
      </parts.BookingDone>
    )
  if (continuedAt !== null && parts) return <parts.BookingContinued href={continuedAt} onBookAnother={bookAnother} />
  return <Wizard model={model} late={late} />
}

/** Offers to retry if the lazily loaded steps could not be loaded; renders nothing while they load. */
const NotLoaded = ({ late: { retry } }: { late: LateLoad }) =>
  retry && <ErrorPanel message={callMessages.noAnswer} onRetry={retry} />

export function Wizard({ model, late }: { model: BookingModel; late: LateLoad }) {
  const { step } = model.booking
  const { parts } = late
  const Step = step < 3 ? steps[step as 1 | 2] : parts?.[step === 3 ? 'BookingDateStep' : 'BookingTimeStep']
  return (
    <>
      <BookingStepper booking={model.booking} dispatch={model.dispatch} />
      {parts && <parts.VisitServices model={model} />}
      {Step ? (
        <Step model={model} />
      ) : (
        <StepFrame booking={model.booking}>
          <NotLoaded late={late} />
        </StepFrame>
      )}
      {/* The reservation is shown below the step, so that no time button moves when it appears. */}
      {parts && <parts.ReservedTime model={model} />}
    </>
  )
}

/**
 * Says why the clinic cannot be booked at all: it is not set up, or offers nothing. Null if it can be booked, and while
 * this is unknown.
 */
function notOpen({ clinic, now, sources: { treatments } }: BookingModel): 'setup' | 'empty' | null {
  if (now && clinic.setup) return 'setup'
  return treatments.status === 'ready' && treatments.data.length === 0 ? 'empty' : null
}

const allSteps: readonly Step[] = [1, 2, 3, 4]

type StepperProps = { booking: Booking; dispatch: Dispatch<BookingEvent> }

/** The four steps of the wizard; steps that can be opened are buttons. */
function BookingStepper({ booking, dispatch }: StepperProps) {
  return (
    <nav aria-label={s.stepOf(booking.step)} className="mb-8">
      <ol className="grid grid-cols-4 gap-2">
        {allSteps.map((step) => (
          <li key={step}>
            <StepButton step={step} booking={booking} onClick={() => dispatch({ type: 'step-chosen', step })} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type StepButtonProps = { step: Step; booking: Booking; onClick: () => void }

function StepButton({ step, booking, onClick }: StepButtonProps) {
  const current = step === booking.step
  const done = !current && isDone(booking, step)
  return (
    <button
      type="button"
      disabled={!isReachable(booking, step)}
      aria-current={current ? 'step' : undefined}
      onClick={onClick}
      className="group min-h-11 w-full rounded-ctl pt-2 pb-1 text-left"
    >
      <span
        className={clsx(
          'block h-1 rounded-full transition-colors duration-300',
          step <= booking.step ? 'bg-primary' : done ? 'bg-primary/40' : 'bg-surface-3',
        )}
      />
      <span className="mt-2.5 flex items-center gap-2 text-sm">
        <span
          className={clsx(
            'grid size-6 shrink-0 place-items-center rounded-full text-xs font-bold transition-colors',
            current ? 'bg-ink text-bg' : done ? 'bg-primary text-on-primary' : 'bg-surface-3 text-ink-2',
          )}
        >
          {done ? <Check size={14} strokeWidth={3} aria-hidden="true" /> : step}
        </span>
        <span
          className={clsx(
            'truncate font-semibold group-enabled:group-hover:underline max-sm:sr-only',
            current ? 'text-ink' : 'text-ink-3',
          )}
        >
          {s.stepNames[step - 1]}
        </span>
        {done && <span className="sr-only">{s.stepDone}</span>}
      </span>
    </button>
  )
}

/**
 * Loads the scripts of the later steps after the visitor's first press, when the browser is idle, so that no step
 * waits. Loaded earlier, they would block a slow phone for more than a second while it shows the first step. A press
 * before hydration counts too, because it is replayed as a click.
 */
function usePrefetch(): void {
  useEffect(() => {
    const prefetch = () => whenIdle(() => Promise.allSettled([visitApi(), loadLateParts()]))
    for (const event of ['click', 'keydown']) addEventListener(event, prefetch, { once: true })
  }, [])
}

export type LateParts = typeof import('./booking-late-parts.ts')

const loadLateParts = (): Promise<LateParts> => import('./booking-late-parts.ts')

/** The wizard's later steps, null until they are loaded; `retry` is set after a failure. */
type LateLoad = { parts: LateParts | null; retry: (() => void) | null }

/**
 * Loads the wizard's later steps when a service is chosen, or when nothing can be booked. If they cannot be loaded, the
 * confirm dialog stays closed and the page says so. Loading is tried again when the person reopens the dialog, goes to
 * the next step or chooses "Try again".
 */
export function useLateParts(
  { booking, dispatch }: Pick<BookingModel, 'booking' | 'dispatch'>,
  isNotOpen: boolean,
  load = loadLateParts,
): LateLoad {
  const [parts, setParts] = useState<LateParts | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { confirming, step } = booking
  const isNeeded = (booking.service !== null || booking.earlier.length > 0 || isNotOpen) && parts === null
  useEffect(() => {
    if (!isNeeded) return
    load().then(setParts, () => {
      setHasFailed(true)
      // If the later steps cannot be loaded, the date and time steps show the error themselves; in the treatment and
      // service steps a notice shows it.
      if (confirming) dispatch({ type: 'confirm-closed', ...(step < 3 && { notice: callMessages.noAnswer }) })
    })
  }, [isNeeded, confirming, step, dispatch, attempt, load])
  const retry = () => {
    // Hide the error as soon as the person tries again, so that the press has a visible effect.
    setHasFailed(false)
    setAttempt((present) => present + 1)
  }
  return { parts, retry: hasFailed && parts === null ? retry : null }
}
