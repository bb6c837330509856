import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { receiptFileName, receiptText, type PaperWidth } from '#shared/sales/receipt.ts'
import { receiptSentences as s } from '#shared/sales/receipt-sentences.ts'
import { api } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { preparePrinting, printElement } from '#web/lib/print.ts'
import { query } from '#web/lib/query.ts'
import { now } from '#web/lib/use-now.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

/** How a copy came out: on paper, as the cashier has confirmed, or as a saved file. */
export type CameOut = 'print' | 'pdf'

const question = {
  title: s.cameOutQuestion,
  body: s.cameOutHint,
  confirmLabel: s.cameOutYes,
  cancelLabel: s.cameOutNo,
}

/** The receipt as it is now. What comes out while it is open counts as well: the next copy says REPRINT. */
function useReceiptText(saleId: string) {
  // Asked for anew each time it is opened, and not again while it is: it must not change under the printer.
  const asked = useQuery({
    ...query(salesContract.receipt, { params: { id: saleId } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const [copies, setCopies] = useState({ count: 0, at: now() })
  const receipt = asked.data?.data
  const text = receipt && receiptText({ ...receipt, print_count: receipt.print_count + copies.count }, copies.at)
  return {
    asked,
    receipt,
    text,
    copies: copies.count,
    addCopy: () => setCopies({ count: copies.count + 1, at: now() }),
  }
}

/** Tells the server of a copy. The copy is out whether or not this arrives. */
async function noteCopy(saleId: string, kind: CameOut): Promise<void> {
  try {
    await api(salesContract.printed, { params: { id: saleId }, body: { kind } })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast.error({ title: error.message })
  }
}

/** One piece of work at a time; when it fails, its sentence is shown and the cause stands in the console. */
function useBusy() {
  const [busy, setBusy] = useState<CameOut | null>(null)
  const run = async (kind: CameOut, failed: string, work: () => Promise<void>) => {
    setBusy(kind)
    try {
      await work()
    } catch (cause) {
      console.warn(cause)
      toast.error({ title: failed })
    } finally {
      setBusy(null)
    }
  }
  return { busy, run }
}

/** A receipt with what can be done with it. `onCameOut` is told of each copy that came out. */
export function useReceipt(saleId: string, width: PaperWidth, onCameOut: (how: CameOut) => void) {
  const { asked, receipt, text, copies, addCopy } = useReceiptText(saleId)
  const { busy, run } = useBusy()
  const confirm = useConfirm()
  const paper = useRef<HTMLElement>(null)
  useEffect(preparePrinting, [])
  const cameOut = async (how: CameOut) => {
    addCopy()
    onCameOut(how)
    await noteCopy(saleId, how)
  }
  const print = () =>
    run('print', s.printError, async () => {
      if (!paper.current) return
      await printElement(paper.current, width)
      if (await confirm(question)) await cameOut('print')
    })
  const savePdf = () =>
    run('pdf', s.receiptError, async () => {
      if (!text || !receipt) return
      const { receiptPdf } = await import('./receipt-pdf.ts')
      download(await receiptPdf(text, width), receiptFileName(receipt.transaction_date))
      await cameOut('pdf')
    })
  return { asked, receipt, text, paper, busy, isOut: copies > 0, print, savePdf }
}
