import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'

type QuestionGroupProps = {
  label: string
  required: boolean
  hint: string
  error: string | undefined
  children: ReactNode
}

/** A question whose answer is given with several controls, such as a drawing with its buttons. */
export function QuestionGroup({ label, required, hint, error, children }: QuestionGroupProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={described || undefined}
      // ARIA knows no invalid group. Screen readers read the group's name and the error when the group takes the focus;
      // a drawing cannot take it.
      data-invalid={error === undefined ? undefined : true}
      tabIndex={-1}
      className="min-w-0 outline-none"
    >
      <p id={`${id}-label`} className="mb-1.5 text-sm font-semibold text-ink">
        {label}
        {required && (
          <>
            <span className="text-danger" aria-hidden="true">
              {' *'}
            </span>
            <span className="sr-only">{uiMessages.required}</span>
          </>
        )}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-sm text-ink-2">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}
