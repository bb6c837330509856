import { clsx } from 'clsx'
import { Hourglass } from 'lucide-react'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import type { BookingModel } from './use-booking.ts'

/** For how many hours a visit is held for whoever books; null for people whom the clinic knows, and while nobody knows who it is. */
export const firstVisitHours = ({ sources: { booker } }: Pick<BookingModel, 'sources'>): number | null =>
  booker.status === 'ready' ? (booker.data?.firstVisitHours ?? null) : null

/** Says that a first visit is held, and for how long; nothing for people whom the clinic knows. */
export function FirstVisitNote({ hours, className }: { hours: number | null; className?: string }) {
  if (hours === null) return null
  return (
    <p className={clsx('flex gap-3 rounded-card bg-info-soft px-4 py-3 text-left text-sm text-ink', className)}>
      <Hourglass size={18} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      {appointmentSentences.firstVisitHeld(hours)}
    </p>
  )
}
