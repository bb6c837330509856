import { useMemo } from 'react'
import type { Deposit } from '#shared/deposits/contract.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import type { DepositAction } from './deposit-actions.tsx'

const PayDialog = lazyDialog(async () => (await import('./pay-dialog.tsx')).PayDialog)
const RefuseDialog = lazyDialog(async () => (await import('./refuse-dialog.tsx')).RefuseDialog)
const SettleDialog = lazyDialog(async () => (await import('./settle-dialog.tsx')).SettleDialog)
const ReceiptDialog = lazyDialog(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog)
const PictureDialog = lazyDialog(async () => (await import('./picture-dialog.tsx')).PictureDialog)

/**
 * The dialogs of deposits. `open` starts an action; the page must render `elements`. `rows` are the current deposits,
 * from which an open dialog takes changed amounts.
 */
export function useDepositDialogs(rows: readonly Deposit[] | undefined) {
  const receipt = useDialog(ReceiptDialog)
  const onPrint = receipt.open
  const pay = useDialog(PayDialog, { onPrint })
  const refuse = useDialog(RefuseDialog)
  const settle = useDialog(SettleDialog, { rows })
  const picture = useDialog(PictureDialog)
  const openers = useMemo(
    () => ({ pay: pay.open, refuse: refuse.open, settle: settle.open, receipt: onPrint, picture: picture.open }),
    [pay.open, refuse.open, settle.open, onPrint, picture.open],
  )
  const open = useMemo(() => (action: DepositAction, deposit: Deposit) => openers[action]({ deposit }), [openers])
  const elements = (
    <>
      {pay.element}
      {refuse.element}
      {settle.element}
      {picture.element}
      {receipt.element}
    </>
  )
  return { open, elements }
}
