import { Maximize2 } from 'lucide-react'
import { useMemo } from 'react'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { qrPhMessages as s } from '#shared/sales/qr-ph-messages.ts'
import { qrPhOfPayment, qrPhReceiver } from '#shared/sales/qr-ph.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { qrModules } from '#web/website/qr-code.ts'
import { QrPicture } from '#web/website/qr-picture.tsx'

type PaymentCode = {
  /** The text of the clinic's own QR Ph code. */
  code: string
  amount: Centavos
}

/** Draws the QR Ph code for one payment of this amount. */
function PaymentPicture({ code, amount, className }: PaymentCode & { className?: string }) {
  const modules = useMemo(() => qrModules(qrPhOfPayment(code, amount), 'screen'), [code, amount])
  const label = s.codeOf(formatPeso(amount), qrPhReceiver(code).name)
  return <QrPicture modules={modules} label={label} {...(className && { className })} />
}

/** The QR Ph code of a payment with its exact amount; it can be enlarged so that it is read across the counter. */
export function QrPhCode({ code, amount }: PaymentCode) {
  const large = useDialog(LargeCode)
  return (
    <div className="mt-4">
      <h3 className="mb-2 text-center text-sm font-bold">{s.scan}</h3>
      <PaymentPicture code={code} amount={amount} className="max-w-72" />
      <Button
        variant="quiet"
        block
        icon={<Maximize2 size={18} aria-hidden="true" />}
        onClick={() => large.open({ code, amount })}
        className="mt-1"
      >
        {s.showLarge}
      </Button>
      {large.element}
    </div>
  )
}

function LargeCode({ open, onClose, code, amount }: PaymentCode & DialogControl) {
  const { name, city } = qrPhReceiver(code)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={s.scan}
      description={s.largeHint}
      footer={
        <>
          <p className="flex-1 self-center text-sm text-ink-2">{s.thenReference}</p>
          <Button size="lg" onClick={onClose}>
            {s.close}
          </Button>
        </>
      }
    >
      <p className="tnum text-center text-3xl font-extrabold tracking-tight wrap-anywhere">{formatPeso(amount)}</p>
      <p className="mb-3 text-center text-ink-2 wrap-anywhere">{s.receiver(name, city)}</p>
      <PaymentPicture code={code} amount={amount} className="max-w-[min(32rem,50dvh)]" />
    </Dialog>
  )
}
