import { UserRoundPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import type { CreatedAccount } from './create-account-form.ts'
import { CreateAccountDialog } from './lazy-dialogs.ts'
import { NewPasswordDialog } from './new-password-dialog.tsx'
import type { RenewedPassword } from './use-renew-password.ts'

/** The way to a log-in for who has none; a default password that was made is shown once. */
export function CreateAccount({ client }: { client: ClientDetail }) {
  const [creating, setCreating] = useState(false)
  const [shown, setShown] = useState<{ open: boolean; renewed: RenewedPassword | null }>({ open: false, renewed: null })
  const show = ({ default_password, default_password_until }: CreatedAccount) => {
    setCreating(false)
    if (default_password !== null) setShown({ open: true, renewed: { default_password, default_password_until } })
  }
  return (
    <>
      {client.log_in.status === 'No email' && (
        <Button icon={<UserRoundPlus size={18} aria-hidden="true" />} onClick={() => setCreating(true)}>
          {s.createAccount}
        </Button>
      )}
      <Suspense fallback={null}>
        <CreateAccountDialog open={creating} client={client} onClose={() => setCreating(false)} onCreated={show} />
      </Suspense>
      <NewPasswordDialog
        client={client}
        open={shown.open}
        renewed={shown.renewed}
        onClose={() => setShown({ ...shown, open: false })}
      />
    </>
  )
}
