import { useRef } from 'react'
import type { clientsContract } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

export type RenewedPassword = Output<typeof clientsContract.renewDefaultPassword>['data']

type NewPasswordDialogProps = DialogControl & {
  client: { name: string; email: string | null }
  renewed: RenewedPassword
}

/** The one place where a new default password is seen: large, to be read out. */
export function NewPasswordDialog({ client, open, renewed, onClose }: NewPasswordDialogProps) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.newPasswordTitle}
      description={s.newPasswordFor(client.name)}
      initialFocus={done}
      footer={
        <Button ref={done} variant="primary" onClick={onClose}>
          {s.done}
        </Button>
      }
    >
      <div className="space-y-3">
        <p className="rounded-ctl bg-surface-2 px-4 py-5 text-center text-3xl font-bold tracking-wider wrap-anywhere select-all">
          {renewed.default_password}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {s.newPasswordUntil(client.email ?? s.noEmail, formatInstant(new Date(renewed.default_password_until)))}
        </p>
      </div>
    </Dialog>
  )
}
