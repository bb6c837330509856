import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { FlashNotice } from '#web/ui/flash-notice.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { BookingDateStep } from './booking-date-step.tsx'
import { BookingNotOpen } from './booking-not-open.tsx'
import { BookingServiceStep } from './booking-service-step.tsx'
import { BookingStepper } from './booking-stepper.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { BookingTimeStep } from './booking-time-step.tsx'
import { BookingTreatmentStep } from './booking-treatment-step.tsx'
import { useBookingClosing } from './use-booking-closing.ts'
import { useBooking, type BookingModel } from './use-booking.ts'

const steps = { 1: BookingTreatmentStep, 2: BookingServiceStep, 3: BookingDateStep, 4: BookingTimeStep }

/** The booking wizard: four steps on the left, the visit so far on the right (on phones at the bottom). */
export function BookingPage({ clinic }: { clinic: PublicClinic }) {
  const model = useBooking(clinic)
  const closed = notOpen(model)
  const choosing = !closed && !model.booked
  const closing = useBookingClosing(model)
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
            <BookingNotOpen reason={closed} model={model} />
          ) : model.booked && closing ? (
            <closing.BookingDone booked={model.booked} onBookAnother={model.bookAnother} />
          ) : (
            <Wizard model={model} />
          )}
        </main>
      </div>
      {choosing && <BookingSummary model={model} />}
      {closing && model.booking.confirming && <closing.BookingConfirmDialog model={model} />}
      <FlashNotice />
    </div>
  )
}

function Wizard({ model }: { model: BookingModel }) {
  const Step = steps[model.booking.step]
  return (
    <>
      <BookingStepper booking={model.booking} dispatch={model.dispatch} />
      <Step model={model} />
    </>
  )
}

/** Why nothing can be booked at all, once that is known. */
function notOpen({ clinic, now, sources: { treatments } }: BookingModel): 'setup' | 'empty' | null {
  if (now && clinic.setup) return 'setup'
  return treatments.status === 'ready' && treatments.data.length === 0 ? 'empty' : null
}
