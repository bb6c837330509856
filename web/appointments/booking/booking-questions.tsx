import { useId, type ComponentProps } from 'react'
import { questionMessages as s } from '#shared/appointments/booking-messages.ts'
import { MAX_ANSWER, MAX_CLIENT_NOTE } from '#shared/appointments/limits.ts'
import { isStaff } from '#shared/users/roles.ts'
import { inputClass } from '#web/ui/fields/input-class.ts'
import { NOTHING_TYPED, type Typed, type Written } from './submit-booking.ts'
import type { BookingModel } from './use-booking.ts'

/** The questions of all services of the visit, each once. */
export function questionsOf({ booking, sources: { services } }: BookingModel): string[] {
  const present = services.status === 'ready' ? services.data.find(({ id }) => id === booking.service) : undefined
  return [...new Set([...booking.earlier, ...(present ? [present] : [])].flatMap(({ questions }) => questions ?? []))]
}

/** Removes answers to questions that are no longer asked, because the server would refuse the booking with them. */
export const answersTo = (questions: readonly string[], { answers, note }: Written): Written => ({
  answers: Object.fromEntries(Object.entries(answers).filter(([question]) => questions.includes(question))),
  note,
})

/**
 * What the logged-in person has entered in the confirm dialog. The page keeps it, because the dialog is unmounted when it closes, also when
 * the chosen time is lost.
 */
export function useTyped({ sources, typed: kept, setTyped }: BookingModel): [Typed, (changes: Partial<Typed>) => void] {
  const by = sources.booker.status === 'ready' ? sources.booker.data?.id : undefined
  const typed = by !== undefined && kept?.by === by ? kept : NOTHING_TYPED
  return [typed, (changes) => by !== undefined && setTyped({ ...typed, ...changes, by })]
}

type BookingQuestionsProps = {
  model: BookingModel
  questions: readonly string[]
  value: Written
  onChange: (written: Written) => void
}

/**
 * The questions of the visit's services, and a note for the clinic; all are optional. They are shown once the client is
 * logged in. If the session ends, what was written is kept during the next log-in.
 */
export function BookingQuestions({ model, questions, value, onChange }: BookingQuestionsProps) {
  const { booker } = model.sources
  const person = booker.status === 'ready' ? booker.data : null
  if (!person || isStaff(person.user_role)) return null
  return (
    <div className="mt-5 space-y-4">
      {questions.map((question) => (
        <Words
          key={question}
          label={question}
          rows={1}
          maxLength={MAX_ANSWER}
          value={value.answers[question] ?? ''}
          onChange={({ target }) => onChange({ ...value, answers: { ...value.answers, [question]: target.value } })}
        />
      ))}
      <Words
        label={s.note}
        hint={s.noteHint}
        rows={2}
        maxLength={MAX_CLIENT_NOTE}
        value={value.note}
        onChange={({ target }) => onChange({ ...value, note: target.value })}
      />
    </div>
  )
}

type WordsProps = ComponentProps<'textarea'> & { label: string; hint?: string }

function Words({ label, hint, ...textarea }: WordsProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold wrap-anywhere">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        aria-describedby={hint && `${id}-hint`}
        className={inputClass('md', 'mt-1.5 field-sizing-content py-2.5')}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
