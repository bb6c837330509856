import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { dialogBackdrop, dialogFooter } from './overlay-class.ts'

export type AlertDialogProps = {
  open: boolean
  /** The question that the dialog asks. */
  title: ReactNode
  body?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** True for a destructive action: red button and warning icon. */
  danger?: boolean
  /** True if confirming loses no data. Then the confirm button has the focus. */
  harmless?: boolean
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  /** Called for Cancel or Escape. A click outside does nothing. */
  onCancel: () => void
}

/** Prevents key events that repeat because the key that pressed the previous button is still held down. */
const ignoreRepeat = (event: KeyboardEvent) => event.repeat && event.preventDefault()

/**
 * A question that must be answered; Cancel has the focus unless confirming is harmless. Mostly used through
 * `useConfirm`.
 */
export function AlertDialog({ open, onCancel, busy = false, ...rest }: AlertDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  return (
    <BaseAlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (busy) details.cancel()
        else if (!next) onCancel()
      }}
    >
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={dialogBackdrop} />
        <BaseAlertDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center">
          <BaseAlertDialog.Popup
            initialFocus={rest.harmless ? yes : cancel}
            className="flex max-h-[94dvh] w-full flex-col rounded-t-panel bg-surface text-ink shadow-3 transition-[opacity,translate] duration-200 outline-none data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 md:max-w-[28rem] md:rounded-panel"
          >
            <Question {...rest} />
            <div className={clsx(dialogFooter, 'border-t-0')}>
              <Button ref={cancel} onClick={onCancel} disabled={busy}>
                {rest.cancelLabel ?? uiMessages.cancel}
              </Button>
              <Button
                ref={yes}
                onKeyDown={ignoreRepeat}
                variant={rest.danger ? 'danger' : 'primary'}
                onClick={rest.onConfirm}
                busy={busy}
                busyLabel={rest.busyLabel}
              >
                {rest.confirmLabel ?? uiMessages.confirm}
              </Button>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}

function Question({ title, body, danger }: Pick<AlertDialogProps, 'title' | 'body' | 'danger'>) {
  return (
    <div className="flex min-h-0 gap-4 overflow-y-auto px-5 pt-6 pb-2 md:px-7">
      {danger && (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-danger-soft text-danger">
          <TriangleAlert size={22} aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <BaseAlertDialog.Title className="text-lg font-bold wrap-anywhere">{title}</BaseAlertDialog.Title>
        {body && (
          <BaseAlertDialog.Description render={<div />} className="mt-1.5 text-ctl text-ink-2 wrap-anywhere">
            {body}
          </BaseAlertDialog.Description>
        )}
      </div>
    </div>
  )
}
