import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { authMessages as s } from '#shared/auth/messages.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** An error of the whole form, announced as an alert. */
export function FormFailure({ sentence }: { sentence: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {sentence && (
        <p className="flex gap-2.5 rounded-ctl bg-danger-soft px-3.5 py-3 text-sm font-semibold whitespace-pre-line text-danger">
          <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
          {sentence}
        </p>
      )}
    </div>
  )
}

/** The field for a new password. An error replaces the hint. */
export function NewPasswordField({ error, ...field }: ComponentProps<typeof TextField>) {
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      required
      hint={error ? undefined : s.passwordHint}
      error={error}
    />
  )
}
