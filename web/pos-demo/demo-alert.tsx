import { useRef } from 'react'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type DemoButton = 'checkout' | 'logout'

type AlertProps = { open: boolean; button: DemoButton; total: Centavos; onClose: () => void }

/** All that Checkout and Logout of the demo do: say that nothing was done. */
export function DemoAlert({ open, button, total, onClose }: AlertProps) {
  const ok = useRef<HTMLButtonElement>(null)
  const isCheckout = button === 'checkout'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={isCheckout ? s.checkout : s.logout}
      initialFocus={ok}
      footer={
        <Button ref={ok} variant="primary" onClick={onClose}>
          {s.ok}
        </Button>
      }
    >
      <p className="font-bold">{s.notice}</p>
      <p className="tnum mt-1.5 text-ink-2">{isCheckout ? s.checkoutAlert(formatPeso(total)) : s.logoutAlert}</p>
    </Dialog>
  )
}
