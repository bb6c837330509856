import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PaperText, PaperWidth } from '#shared/sales/paper/paper.ts'
import type { PaperCopy } from '#shared/sales/paper/paper-fields.ts'
import type { Outcome } from '#web/data/use-action.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { preparePrinting, printElement } from '#web/lib/print.ts'
import { useConfirm, type ConfirmQuestion } from '#web/ui/overlays/confirm.tsx'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'

/** How a copy of a receipt or reading is made: printed on paper, or saved as a file. */
export type CopyKind = 'print' | 'pdf'

type Options = {
  /** False once the dialog is closing: a copy that is still loading then is not printed. */
  isOpen: boolean
  width: PaperWidth
  /** How many copies the server has recorded; undefined while the receipt or reading loads. */
  printCount: number | undefined
  /** The printed text of the copy that follows `count` recorded copies; `at` is null until this copy is recorded. */
  textOf: (count: number, at: Date | null) => PaperText | undefined
  /** Records the next copy on the server and reports a failure. */
  record: (kind: CopyKind) => Promise<Outcome<{ data: PaperCopy }>>
  fileName: string
  /** The question whether the receipt or reading came out of the printer; if undefined, nothing is asked. */
  question?: ConfirmQuestion
  failed: Record<CopyKind, string>
  onCameOut?: (kind: CopyKind) => void
}

/** Runs one task at a time; a failure is shown, and its cause is logged to the console. */
function useBusy(failed: Record<CopyKind, string>) {
  const [busy, setBusy] = useState<CopyKind | null>(null)
  const { showRefusal } = useRefusals()
  const run = async (kind: CopyKind, work: () => Promise<void>) => {
    setBusy(kind)
    try {
      await work()
    } catch (cause) {
      console.warn(cause)
      showRefusal({ title: failed[kind] })
    } finally {
      setBusy(null)
    }
  }
  return { busy, run }
}

/**
 * The copy of the receipt or reading that is shown: one that is being printed, or the preview of the next one, which
 * has no time yet.
 */
type Shown = { count: number; at: Date | null }

/** The text of the shown copy: at first the preview of the copy that follows `printCount` recorded ones. */
function useShownCopy(printCount: number | undefined, textOf: Options['textOf']) {
  const [shown, setShown] = useState<Shown | null>(null)
  const { count, at } = shown ?? { count: printCount ?? 0, at: null }
  const showNext = (copy: Shown) => setShown({ count: copy.count + 1, at: null })
  return { text: textOf(count, at), setShown, showNext }
}

/**
 * Records copies of a receipt or reading on the server; returns the recorded copy, or null if it could not be recorded.
 */
function useRecordedCopy(record: Options['record']) {
  const [isRefused, setIsRefused] = useState(false)
  const recordCopy = async (kind: CopyKind): Promise<Shown | null> => {
    const outcome = await record(kind)
    setIsRefused(outcome.kind === 'failed')
    if (outcome.kind !== 'done') return null
    const { reprint, printed_at } = outcome.answer.data
    return { count: reprint, at: new Date(printed_at) }
  }
  return { isRefused, recordCopy }
}

/** If somebody presses Print before the receipt or reading has loaded, prints it as soon as it has loaded. */
function usePrintWhenReady(isReady: boolean, print: () => Promise<void>) {
  const [isAwaited, setIsAwaited] = useState(false)
  const printNow = useEffectEvent(() => {
    setIsAwaited(false)
    void print()
  })
  useEffect(() => {
    if (isReady && isAwaited) printNow()
  }, [isReady, isAwaited])
  return { isAwaited, press: () => (isReady ? void print() : setIsAwaited(true)) }
}

/**
 * Prints and saves copies of a receipt or reading. Each copy is recorded on the server before the print dialog opens,
 * because the browser does not tell whether the paper came out. If recording fails, nothing is printed or saved.
 */
export function useCopies(options: Options) {
  const { isOpen, width, textOf, fileName, question, onCameOut } = options
  const { text, setShown, showNext } = useShownCopy(options.printCount, textOf)
  const [isOut, setIsOut] = useState(false)
  const { isRefused, recordCopy } = useRecordedCopy(options.record)
  const { busy, run } = useBusy(options.failed)
  const confirm = useConfirm()
  const paper = useRef<HTMLElement>(null)
  // The print style sheet is loaded early, so that printing does not wait for it. If that fails, nothing is shown,
  // because printing loads the style sheet again and then shows the error.
  useEffect(() => void preparePrinting().catch(() => undefined), [])
  const finish = (kind: CopyKind) => {
    setIsOut(true)
    onCameOut?.(kind)
  }
  const print = () =>
    run('print', async () => {
      await preparePrinting()
      const copy = await recordCopy('print')
      if (!copy || !paper.current) return
      // The number of this copy (REPRINT 2) must be on the screen before the receipt is copied for the printer.
      flushSync(() => setShown(copy))
      await printElement(paper.current, width)
      showNext(copy)
      if (!question || (await confirm(question))) finish('print')
    })
  const savePdf = () =>
    run('pdf', async () => {
      // The code that makes PDFs is loaded before the copy is recorded, because without a connection it cannot be
      // loaded.
      const { receiptPdf } = await import('./receipt-pdf.ts')
      const copy = await recordCopy('pdf')
      const saved = copy && textOf(copy.count, copy.at)
      if (!saved) return
      showNext(copy)
      download(await receiptPdf(saved, width), fileName)
      finish('pdf')
    })
  const { isAwaited: isPrintAwaited, press } = usePrintWhenReady(isOpen && text !== undefined, print)
  return { paper, text, busy, isOut, isRefused, isPrintAwaited, print: press, savePdf }
}
