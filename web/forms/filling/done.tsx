import { fillingMessages as s } from '#shared/forms/signing-messages.ts'

type Props = {
  /** False while a signature waits on this device for a connection. */
  isSent: boolean
  isEmpty: boolean
  text: string
}

/** The end of filling in forms. */
export function Done({ isSent, isEmpty, text }: Props) {
  if (isEmpty) return <p role="status">{s.nothing}</p>
  return (
    <div role="status">
      <p className="text-2xl font-bold">{isSent ? s.doneTitle : s.offlineSigned}</p>
      <p className="mt-1 text-ink-2">{isSent ? text : s.offlineSignedHint}</p>
    </div>
  )
}
