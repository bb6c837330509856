import { clsx } from 'clsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { isStaff } from '#shared/users/roles.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { bookingApi } from './booking-load.ts'
import type { Outcome } from './booking-submit.ts'
import type { BookingModel } from './use-booking.ts'

export type Stage = { kind: 'asking' } | { kind: 'sending' } | { kind: 'staff' } | Exclude<Outcome, { kind: 'booked' }>

/** From the question to what became of it. */
export function useConfirmStage(model: BookingModel) {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const { booker } = model.sources
  const confirm = async (phone: string) => {
    if (stage.kind === 'sending') return
    const person = booker.status === 'ready' ? booker.data : null
    if (booker.status === 'ready' && person === null) return setStage({ kind: 'login' })
    if (person && isStaff(person.user_role)) return setStage({ kind: 'staff' })
    setStage({ kind: 'sending' })
    const problem = (await bookingApi().catch(() => null))?.phoneProblem(phone) ?? null
    if (problem !== null) return setStage({ kind: 'refused', sentence: problem, phone: problem, unanswered: false })
    const outcome = await model.submit(phone)
    if (outcome && outcome.kind !== 'booked') setStage(outcome)
  }
  return { stage, confirm }
}

type WayOut = { sentence: string; label: string; href: string }

/** Where a person has to go first. */
function wayOutOf(stage: Stage, model: BookingModel): WayOut | null {
  const { booker } = model.sources
  const admin = booker.status === 'ready' && booker.data?.user_role === 'admin'
  if (stage.kind === 'login')
    return {
      sentence: appointmentSentences.loginFirst,
      label: s.login,
      href: `${paths.login}?next=${encodeURIComponent(paths.booking)}`,
    }
  if (stage.kind === 'choose-password')
    return { sentence: stage.sentence, label: s.toChoosePassword, href: paths.choosePassword }
  if (stage.kind === 'staff')
    return {
      sentence: s.staffBooks,
      label: s.toAppointments,
      href: admin ? paths.appointments.admin : paths.appointments.cashier,
    }
  return null
}

type ConfirmActionProps = { model: BookingModel; stage: Stage; children: ReactNode }

/** What went wrong, the main button, and under it `children` (Cancel). */
export function ConfirmAction({ model, stage, children }: ConfirmActionProps) {
  const wayOut = wayOutOf(stage, model)
  const refusal = stage.kind === 'refused' && !stage.phone ? stage.sentence : null
  return (
    <>
      <div role="alert">
        {wayOut && <Said sentence={wayOut.sentence} className="bg-info-soft text-info" />}
        {refusal !== null && <Said sentence={refusal} className="bg-danger-soft text-danger" />}
      </div>
      <div className="mt-6 grid gap-2.5">
        {wayOut ? (
          <WayOutLink {...wayOut} onLeave={model.keepForLogin} />
        ) : (
          <Button type="submit" variant="primary" size="lg" block busy={stage.kind === 'sending'} busyLabel={s.booking}>
            {s.confirmBooking}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

const Said = ({ sentence, className }: { sentence: string; className: string }) => (
  <p className={clsx('mt-5 rounded-card px-4 py-3 text-sm font-semibold', className)}>{sentence}</p>
)

/** Takes the place and the focus of the button that led nowhere. */
function WayOutLink({ href, label, onLeave }: WayOut & { onLeave: () => void }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  return (
    <a
      ref={link}
      href={href}
      onClick={onLeave}
      className={buttonClass({ variant: 'primary', size: 'lg', block: true })}
    >
      {label}
    </a>
  )
}
