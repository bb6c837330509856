import { clsx } from 'clsx'
import { visitMessages as v } from '#shared/appointments/desk-messages.ts'

type ClientNoteProps = { visit: { client_note: string | null }; className?: string }

/** Shows what the client wrote while booking, if anything. */
export const ClientNote = ({ visit: { client_note: note }, className }: ClientNoteProps) =>
  note !== null && (
    <p
      className={clsx(
        'rounded-ctl bg-info-soft px-3 py-2 text-sm whitespace-pre-line wrap-anywhere text-info',
        className,
      )}
    >
      <span className="font-semibold">{v.fromClient}</span> {note}
    </p>
  )
