import { profileMessages as s } from '#shared/profile/messages.ts'
import { salesContract, type Receipt } from '#shared/sales/contract.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { useRead } from '#web/data/use-read.ts'
import { useMediaQuery } from '#web/lib/use-device.ts'
import { now } from '#web/lib/use-now.ts'
import { ReceiptPaper } from '#web/sales/receipt/receipt-paper.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The receipt of the client's own sale, as the till prints it. */
export function MyReceiptDialog({ open, saleId, onClose }: DialogControl & { saleId: string }) {
  const { data, isLoading, failure } = useRead(salesContract.receipt, { params: { id: saleId } })
  const receipt = data?.data
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={receipt ? receipt.document_name : s.openReceipt}
      footer={<Button onClick={onClose}>{s.close}</Button>}
    >
      {failure && <ErrorPanel {...failure} message={s.receiptNotLoaded} />}
      {isLoading && <Loading />}
      {receipt && <Paper receipt={receipt} />}
    </Dialog>
  )
}

function Paper({ receipt }: { receipt: Receipt }) {
  const isNarrow = useMediaQuery('(width < 24rem)')
  // Viewing is no copy, so REPRINT is not shown.
  const text = receiptText({ ...receipt, print_count: 0 }, now())
  return (
    <div className="flex flex-col items-center gap-3 rounded-card bg-surface-3 p-4">
      {receipt.state !== 'sale' && <Badge tone="danger">{s.states[receipt.state]}</Badge>}
      <ReceiptPaper text={text} width={isNarrow ? 58 : 80} />
    </div>
  )
}

function Loading() {
  return (
    <SkeletonGroup className="space-y-3 rounded-card bg-surface-3 p-6">
      {['w-2/3', 'w-1/2', 'w-full', 'w-full', 'w-3/4', 'w-full', 'w-full', 'w-1/2'].map((width, index) => (
        <Skeleton key={index} className={`h-5 ${width}`} />
      ))}
    </SkeletonGroup>
  )
}
