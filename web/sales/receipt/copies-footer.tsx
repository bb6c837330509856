import { FileDown, Printer } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { CopyKind } from './use-copies.ts'

type CopiesFooterProps = {
  labels: { close: string; savePdf: string; print: string }
  /** The copy that is being made; null if none is. */
  busy: CopyKind | null
  /** False while the paper loads. */
  isReady: boolean
  printRef: Ref<HTMLButtonElement>
  onClose: () => void
  savePdf: () => Promise<void>
  print: () => Promise<void>
}

/** The buttons of a dialog with a paper: Close, Save PDF and Print. */
export function CopiesFooter({ labels, busy, isReady, printRef, onClose, savePdf, print }: CopiesFooterProps) {
  return (
    <>
      <Button size="lg" onClick={onClose} disabled={busy !== null}>
        {labels.close}
      </Button>
      <Button
        size="lg"
        onClick={() => void savePdf()}
        disabled={!isReady || busy === 'print'}
        busy={busy === 'pdf'}
        icon={<FileDown size={18} aria-hidden="true" />}
      >
        {labels.savePdf}
      </Button>
      <Button
        ref={printRef}
        size="lg"
        variant="primary"
        onClick={() => void print()}
        disabled={!isReady || busy === 'pdf'}
        busy={busy === 'print'}
        icon={<Printer size={18} aria-hidden="true" />}
      >
        {labels.print}
      </Button>
    </>
  )
}
