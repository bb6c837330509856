import { KeyRound } from 'lucide-react'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientHistorySentences } from '#shared/clients/history-sentences.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { CreateAccount } from './create-account.tsx'
import { NewPasswordDialog } from './new-password-dialog.tsx'
import { useRenewPassword } from './use-renew-password.ts'

type LogIn = ClientDetail['log_in']

const tones: Record<LogIn['status'], Tone> = {
  'No email': 'neutral',
  'No password': 'warning',
  'Must set password': 'warning',
  'Own password': 'success',
}

/** How the person logs in, and for whom has no password of their own the way to a default one. */
export function LogInLine({ client }: { client: ClientDetail }) {
  const { renew, shown, close } = useRenewPassword(client)
  const { status } = client.log_in
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{s.logIn}</dt>
      <dd className="mt-1 space-y-2">
        <Badge tone={tones[status]}>{s.logInStatuses[status]}</Badge>
        <Note logIn={client.log_in} />
        {(status === 'No password' || status === 'Must set password') && (
          <Button icon={<KeyRound size={18} aria-hidden="true" />} onClick={() => void renew()}>
            {status === 'No password' ? s.makePassword : s.renewPassword}
          </Button>
        )}
        <CreateAccount client={client} />
        <NewPasswordDialog client={client} open={shown.open} renewed={shown.renewed} onClose={close} />
      </dd>
    </div>
  )
}

function noteOf({ status, default_password_until }: LogIn, now: Date): string | null {
  if (status === 'No email') return clientHistorySentences.createAccountHint
  if (status === 'No password') return s.makeToLogIn
  if (status === 'Own password') return s.ownForgotten
  if (default_password_until === null) return null
  const until = new Date(default_password_until)
  return until <= now ? s.hasExpired(formatInstant(until)) : s.worksUntil(formatInstant(until))
}

function Note({ logIn }: { logIn: LogIn }) {
  const note = noteOf(logIn, useNow())
  return note && <p className="text-sm text-ink-2">{note}</p>
}
