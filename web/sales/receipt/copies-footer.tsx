import { FileDown, Printer } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { useCopies } from './use-copies.ts'

type CopiesFooterProps = {
  labels: { close: string; savePdf: string; print: string }
  copies: Pick<ReturnType<typeof useCopies>, 'text' | 'busy' | 'isPrintAwaited' | 'print' | 'savePdf'>
  /** True if the paper could not be loaded. */
  hasFailed: boolean
  printRef: Ref<HTMLButtonElement>
  onClose: () => void
}

/** The buttons of a dialog with a paper: Close, Save PDF and Print. */
export function CopiesFooter({ labels, copies, hasFailed, printRef, onClose }: CopiesFooterProps) {
  const { text, busy, isPrintAwaited, print, savePdf } = copies
  return (
    <>
      <Button size="lg" onClick={onClose} disabled={busy !== null}>
        {labels.close}
      </Button>
      <Button
        size="lg"
        onClick={() => void savePdf()}
        disabled={!text || busy === 'print'}
        busy={busy === 'pdf'}
        icon={<FileDown size={18} aria-hidden="true" />}
      >
        {labels.savePdf}
      </Button>
      <Button
        ref={printRef}
        size="lg"
        variant="primary"
        onClick={print}
        disabled={hasFailed || busy === 'pdf'}
        busy={busy === 'print' || (isPrintAwaited && !text)}
        icon={<Printer size={18} aria-hidden="true" />}
      >
        {labels.print}
      </Button>
    </>
  )
}
