import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { Dispatch } from 'react'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { isDone, isReachable, type Booking, type BookingEvent, type Step } from './booking.ts'

const allSteps: readonly Step[] = [1, 2, 3, 4]

type StepperProps = { booking: Booking; dispatch: Dispatch<BookingEvent> }

/** The four steps; each that can be reached is a button. */
export function BookingStepper({ booking, dispatch }: StepperProps) {
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
