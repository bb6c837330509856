import { clsx } from 'clsx'
import { ArrowLeft, Check } from 'lucide-react'
import type { Dispatch } from 'react'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { FlashToast } from '#web/ui/overlays/flash-notice.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { BookingServiceStep, BookingTreatmentStep } from './booking-offer-steps.tsx'
import { StepFrame } from './booking-step-frame.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { type Booking, type BookingEvent, isDone, isReachable, type Step } from './booking.ts'
import { useBookingClosing, type WizardEnd } from './use-booking-closing.ts'
import { type BookingModel, useBooking } from './use-booking.ts'

/** The other steps are in the lazily loaded end of the wizard, requested when a service is chosen. */
const steps = { 1: BookingTreatmentStep, 2: BookingServiceStep }

/** The booking wizard: four steps on the left, the summary on the right (at the bottom on phones). */
export function BookingPage({ clinic }: { clinic: PublicClinic }) {
  const model = useBooking(clinic)
  const closed = notOpen(model)
  const choosing = !closed && !model.booked
  const end = useBookingClosing(model, closed !== null)
  const { closing } = end
  return (
    <div className={clsx('min-h-dvh', choosing && 'lg:grid lg:grid-cols-[1fr_24rem]')}>
      <div className="mx-auto w-full max-w-[46rem] px-4 pt-5 pb-40 xs:px-5 lg:pb-16">
        <header className="mb-6 flex items-center justify-between gap-4">
          <a href={paths.landing} className={`${buttonClass({ variant: 'quiet' })} -ml-4 shrink-0`}>
            <ArrowLeft size={18} aria-hidden="true" /> {s.backToHome}
          </a>
          <span className="flex min-w-0 items-center gap-2.5">
            <span className="truncate text-sm font-semibold text-ink-2 max-sm:hidden">{clinic.name}</span>
            <LogoMark size={34} />
          </span>
        </header>
        <main>
          {closed ? (
            closing ? (
              <closing.BookingNotOpen reason={closed} model={model} />
            ) : (
              <NotLoaded end={end} />
            )
          ) : model.booked && closing ? (
            <closing.BookingDone booked={model.booked} clinic={clinic} onBookAnother={model.bookAnother} />
          ) : (
            <Wizard model={model} end={end} />
          )}
        </main>
      </div>
      {choosing && <BookingSummary model={model} />}
      {closing && model.booking.confirming && <closing.BookingConfirmDialog model={model} />}
      {/* Below the steps on phones; on wider screens beside "Back to Home". */}
      <FlashToast className="top-37 md:top-2" />
    </div>
  )
}

/** Offers to retry if the end of the wizard could not be loaded; renders nothing while it loads. */
const NotLoaded = ({ end: { retry } }: { end: WizardEnd }) =>
  retry && <ErrorPanel message={callMessages.noAnswer} onRetry={retry} />

export function Wizard({ model, end }: { model: BookingModel; end: WizardEnd }) {
  const { step } = model.booking
  const { closing } = end
  const Step = step < 3 ? steps[step as 1 | 2] : closing?.[step === 3 ? 'BookingDateStep' : 'BookingTimeStep']
  return (
    <>
      <BookingStepper booking={model.booking} dispatch={model.dispatch} />
      {closing && <closing.VisitServices model={model} />}
      {Step ? (
        <Step model={model} closing={closing} />
      ) : (
        <StepFrame booking={model.booking}>
          <NotLoaded end={end} />
        </StepFrame>
      )}
      {/* Below the step: it moves no time when it appears, and sticks to the bar when the times are scrolled. */}
      {closing && <closing.HeldTime model={model} />}
    </>
  )
}

/** Why nothing can be booked at all, once that is known. */
function notOpen({ clinic, now, sources: { treatments } }: BookingModel): 'setup' | 'empty' | null {
  if (now && clinic.setup) return 'setup'
  return treatments.status === 'ready' && treatments.data.length === 0 ? 'empty' : null
}

const allSteps: readonly Step[] = [1, 2, 3, 4]

type StepperProps = { booking: Booking; dispatch: Dispatch<BookingEvent> }

/** The four steps; reachable ones are buttons. */
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
