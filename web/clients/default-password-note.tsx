import { clsx } from 'clsx'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'

type DefaultPasswordNoteProps = { name: string; email: string; className?: string }

/** With an e-mail there is a log-in, and this is its first password, as soon as there is a name to make it of. */
export function DefaultPasswordNote({ name, email, className }: DefaultPasswordNoteProps) {
  const note = email.trim() === '' ? s.noLogIn : name.trim() === '' ? '' : s.defaultPassword(defaultPasswordFor(name))
  return (
    <p
      aria-live="polite"
      className={clsx('rounded-ctl bg-surface-2 px-3.5 py-3 text-sm text-ink-2 empty:hidden', className)}
    >
      {note}
    </p>
  )
}
