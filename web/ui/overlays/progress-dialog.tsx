import { Progress } from '@base-ui/react/progress'
import { useRef } from 'react'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from './dialog.tsx'

type ProgressDialogProps = {
  open: boolean
  /** What is being made. */
  title: string
  /** How far it is, in words. */
  words: string
  /** How far it is, from 0 to 1; null while nobody knows. */
  share: number | null
  onCancel: () => void
}

/** Shows how far a piece of work is, and lets the person end it. Nothing else closes it. */
export function ProgressDialog({ open, title, words, share, onCancel }: ProgressDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      size="sm"
      dismissible={false}
      title={title}
      initialFocus={cancel}
      footer={
        <Button ref={cancel} onClick={onCancel}>
          {uiMessages.cancel}
        </Button>
      }
    >
      <Progress.Root
        aria-label={title}
        value={share === null ? null : Math.round(share * 100)}
        getAriaValueText={() => words}
        className="space-y-2"
      >
        <Progress.Track className="block h-2.5 overflow-hidden rounded-full bg-surface-3">
          <Progress.Indicator className="block h-full rounded-full bg-primary transition-[width] duration-200 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
        </Progress.Track>
        <p className="tnum text-ctl text-ink-2">{words}</p>
      </Progress.Root>
    </Dialog>
  )
}
