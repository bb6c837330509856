import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import { ScrollIntoView } from '#web/ui/fold.tsx'
import type { Booking } from './booking.ts'

/** The step shown last. It is stored at module level, so that the first step of a newly loaded page takes no focus. */
const shown = { step: null as number | null }

type StepFrameProps = { booking: Booking; note?: ReactNode; children: ReactNode }

/** The frame of a step: heading, notice and content. A new step is announced and scrolled to its top. */
export function StepFrame({ booking, note, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { step, notice } = booking
  useEffect(() => {
    const isFirst = shown.step === null
    shown.step = step
    if (isFirst) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return (
    <section aria-labelledby="step-title">
      <p className="sr-only" role="status">
        {s.stepOf(step)}
      </p>
      <h1
        ref={heading}
        id="step-title"
        tabIndex={-1}
        className="display text-[clamp(2rem,9vw,2.6rem)] leading-[1.06] outline-none"
      >
        {s.stepTitles[step - 1]}
      </h1>
      {note && <p className="mt-1 text-ink-2">{note}</p>}
      {notice !== null && <LostChoiceAlert sentence={notice} />}
      <div className="mt-6">{children}</div>
    </section>
  )
}

/**
 * Explains why an earlier choice was cleared. Scrolls itself into view for people who have scrolled down to the times.
 */
export const LostChoiceAlert = ({ sentence }: { sentence: string }) => (
  <ScrollIntoView
    role="alert"
    className="mt-4 flex scroll-mt-4 items-start gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm font-semibold text-warning"
  >
    <Info size={19} className="mt-px shrink-0" aria-hidden="true" />
    {sentence}
  </ScrollIntoView>
)
