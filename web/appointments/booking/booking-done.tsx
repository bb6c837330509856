import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { FirstVisitNote } from './booking-first-visit-note.tsx'
import { timeInWords } from './booking-words.ts'
import type { Booked } from './use-booking.ts'

/** Says that the visit is booked, and where it can be seen. */
export function BookingDone({ booked, onBookAnother }: { booked: Booked; onBookAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <section
      aria-labelledby="booked"
      className="flex animate-appear flex-col items-center rounded-panel border border-line bg-surface px-5 py-12 text-center sm:px-10"
    >
      <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
        <Check size={30} strokeWidth={2.4} aria-hidden="true" />
      </span>
      <h1
        ref={heading}
        id="booked"
        tabIndex={-1}
        className="mt-6 display text-[clamp(2rem,9vw,2.6rem)] leading-[1.06] outline-none"
      >
        {s.bookedTitle}
      </h1>
      <Visit booked={booked} />
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a href={paths.profile} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {s.seeAppointments}
        </a>
        <Button size="lg" onClick={onBookAnother}>
          {s.bookAnother}
        </Button>
      </div>
    </section>
  )
}

/** What is booked and when, and how it goes on. */
const Visit = ({ booked }: { booked: Booked }) => (
  <>
    <p className="mt-4 text-lead font-semibold wrap-anywhere">
      {booked.service}, {booked.treatment}
    </p>
    <p className="tnum mt-1 text-lead">
      {formatLongDate(booked.date)}, {timeInWords(booked.time)}
    </p>
    <p className="mt-4 max-w-md text-ink-2">{s.bookedText}</p>
    <FirstVisitNote hours={booked.firstVisitHours} className="mt-4 max-w-md" />
  </>
)
