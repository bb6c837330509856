import { Printer } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { prepaidPaperContract } from '#shared/prepaid/paper-contract.ts'
import { reprintOf } from '#shared/sales/paper/reprint.ts'
import type { PaperCopy } from '#shared/sales/paper/paper-fields.ts'
import { useAction } from '#web/data/use-action.ts'
import { preparePrinting, printElement } from '#web/lib/print.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** What a paper is drawn with: the element to print, and the words REPRINT with number and time, or null. */
export type PaperProps = { ref: Ref<HTMLDivElement>; reprint: string | null }

/**
 * Prints copies of the paper of an account. Each copy is recorded on the server before the print dialog opens, because
 * the browser does not tell whether the paper came out. If recording fails, nothing is printed.
 */
function usePaperCopies(accountId: string, widthMm: number, failed: string) {
  const paper = useRef<HTMLDivElement>(null)
  const [copy, setCopy] = useState<PaperCopy | null>(null)
  const [isPrinting, setIsPrinting] = useState(false)
  const { showRefusal } = useRefusals()
  const record = useAction(prepaidPaperContract.printed, {
    failed: (error) => ({ title: failed, description: s.notRecorded(error.message) }),
  })
  // A failure is ignored here: printing loads the style sheet again and shows the error.
  useEffect(() => void preparePrinting().catch(() => undefined), [])
  const printCopy = async () => {
    await preparePrinting()
    const outcome = await record.run({ params: { id: accountId }, body: {} })
    if (outcome.kind !== 'done' || !paper.current) return
    // The word REPRINT must be on the screen before the paper is copied for the printer.
    flushSync(() => setCopy(outcome.answer.data))
    await printElement(paper.current, widthMm)
  }
  const print = async () => {
    setIsPrinting(true)
    try {
      await printCopy()
    } catch (cause) {
      console.warn(cause)
      showRefusal({ title: failed })
    } finally {
      setIsPrinting(false)
    }
  }
  const reprint = copy && reprintOf(copy.reprint, new Date(copy.printed_at))
  return { paper, reprint, isPrinting, print: () => void print() }
}

type PaperDialogProps = DialogControl & {
  /** The account of the gift card, store credit, package or deposit. */
  accountId: string
  title: string
  description: string
  widthMm: number
  printLabel: string
  /** The title of the message that says that nothing was printed. */
  failed: string
  /** False while the paper loads, and for a paper that is no longer valid. */
  canPrint?: boolean
  /** A further button of the dialog, beside Close. */
  action?: ReactNode
  /** What the dialog shows above the paper. */
  children?: ReactNode
  drawPaper: (props: PaperProps) => ReactNode
}

/** Shows the paper that a client gets for money paid ahead, to be printed. */
export function PaperDialog(props: PaperDialogProps) {
  const { open, onClose, accountId, widthMm, failed, canPrint = true, action, children, drawPaper, ...texts } = props
  const { paper, reprint, isPrinting, print } = usePaperCopies(accountId, widthMm, failed)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      footer={
        <>
          {action}
          <Button size="lg" onClick={onClose}>
            {s.close}
          </Button>
          <Button
            size="lg"
            variant="primary"
            icon={<Printer size={18} aria-hidden="true" />}
            onClick={print}
            busy={isPrinting}
            disabled={!canPrint}
          >
            {texts.printLabel}
          </Button>
        </>
      }
    >
      {children}
      {drawPaper({ ref: paper, reprint })}
    </Dialog>
  )
}

/** The grey surface on which a paper lies in its dialog. */
export const PaperTray = ({ children }: { children: ReactNode }) => (
  <div className="flex justify-center overflow-x-auto rounded-card bg-surface-3 p-4 max-sm:justify-start">
    {children}
  </div>
)
