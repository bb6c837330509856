import { createContext, lazy, Suspense, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { retryImport } from '#web/lib/page/retry-import.ts'
import type { AlertDialogProps } from './alert-dialog.tsx'

export type ConfirmQuestion = Pick<
  AlertDialogProps,
  'title' | 'body' | 'confirmLabel' | 'cancelLabel' | 'danger' | 'harmless' | 'busyLabel'
> & {
  /**
   * The work to confirm. The dialog stays open with `busyLabel` until it ends; if it fails, the dialog closes and
   * `confirm` rejects with the error.
   */
  action?: () => Promise<unknown>
}

/** Asks the question in a dialog. Resolves to true (confirmed, `action` done) or false (Cancel, Escape). */
export type Confirm = (question: ConfirmQuestion) => Promise<boolean>

type Asked = ConfirmQuestion & { settle: (answer: boolean) => void; fail: (reason: unknown) => void }

// The code of the question's dialog is loaded after the first view; a question that is asked earlier is shown once the
// code has loaded.
const AlertDialog = lazy(() => retryImport(async () => ({ default: (await import('./alert-dialog.tsx')).AlertDialog })))

const ConfirmContext = createContext<Confirm | null>(null)

/** `const confirm = useConfirm()`, then `if (await confirm({ title, confirmLabel, danger: true })) …` */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs UiProvider above it')
  return confirm
}

/** Renders the confirmation question, of which only one can be open; mounted by UiProvider. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  const settlePrevious = useRef<(answer: boolean) => void>(null)

  const confirm = useCallback<Confirm>((question) => {
    settlePrevious.current?.(false)
    return new Promise<boolean>((settle, fail) => {
      settlePrevious.current = settle
      setAsked({ ...question, settle, fail })
      setOpen(true)
    })
  }, [])
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Suspense>
        <Question asked={asked} open={open} onDone={() => setOpen(false)} />
      </Suspense>
    </ConfirmContext>
  )
}

function Question({ asked, open, onDone }: { asked: Asked | null; open: boolean; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const onConfirm = async () => {
    setBusy(true)
    try {
      await asked?.action?.()
      asked?.settle(true)
    } catch (reason) {
      asked?.fail(reason)
    }
    setBusy(false)
    onDone()
  }
  const onCancel = () => {
    onDone()
    asked?.settle(false)
  }
  return (
    <AlertDialog title="" {...asked} open={open} busy={busy} onConfirm={() => void onConfirm()} onCancel={onCancel} />
  )
}
