import { useEffect, useRef } from 'react'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { isStaff } from '#shared/users/roles.ts'
import { inputClass } from '#web/ui/input-class.ts'
import type { Stage } from './booking-confirm-action.tsx'
import type { BookingModel } from './use-booking.ts'

type MobileFieldProps = { model: BookingModel; stage: Stage; value: string; onChange: (value: string) => void }

/** Asked only of a client whose profile has no number; it may stay empty. */
export function MobileField({ model, stage, value, onChange }: MobileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const problem = stage.kind === 'refused' ? (stage.phone ?? null) : null
  useEffect(() => {
    if (problem !== null) input.current?.focus()
  }, [problem])
  const { booker } = model.sources
  const person = booker.status === 'ready' ? booker.data : null
  if (!person || person.contact_number || isStaff(person.user_role)) return null
  return (
    <div className="mt-5">
      <label htmlFor="mobile" className="text-sm font-semibold">
        {s.mobileNumber}
      </label>
      <input
        ref={input}
        id="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== null}
        aria-describedby="mobile-hint"
        className={inputClass('md', `mt-1.5 ${problem === null ? '' : 'border-danger! ring-1 ring-danger'}`)}
      />
      <p id="mobile-hint" className={`mt-1.5 text-sm ${problem === null ? 'text-ink-2' : 'font-semibold text-danger'}`}>
        {problem ?? s.mobileHint}
      </p>
    </div>
  )
}
