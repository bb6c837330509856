import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const picturePath = ({ id, report }: Deposit): string =>
  // A new report can have another screenshot, so its time is part of the URL.
  `${depositsContract.picture.url.replace(':id', id)}?at=${encodeURIComponent(report?.reported_at ?? '')}`

/** The screenshot with which the client reported the payment. */
export const ReportPicture = ({ deposit }: { deposit: Deposit }) => (
  <img
    src={picturePath(deposit)}
    alt={s.pictureOf(deposit.client.name)}
    className="mx-auto max-h-[60dvh] w-auto max-w-full rounded-ctl border border-line"
  />
)

/** Shows the screenshot of a payment in large. */
export function PictureDialog({ open, onClose, deposit }: DialogControl & { deposit: Deposit }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      tall
      title={s.pictureOf(deposit.client.name)}
      description={`${formatPeso(toCentavos(deposit.amount))} · ${deposit.report?.reference_number ?? ''}`}
      footer={
        <Button size="lg" onClick={onClose}>
          {s.close}
        </Button>
      }
    >
      <ReportPicture deposit={deposit} />
    </Dialog>
  )
}
