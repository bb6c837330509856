import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { linesOf, toast, type ToastMessage } from './toast.ts'

type RefusalState = {
  refusal: ToastMessage | null
  /** Shows a refusal in the dialog; false while the dialog is not open. */
  show: (refusal: ToastMessage) => boolean
  clear: () => void
  setOpen: (isOpen: boolean) => void
  /** True inside the dialog that shows the refusal, so that a nested dialog does not show it again. */
  isShownOutside: boolean
}

const RefusalContext = createContext<RefusalState | null>(null)

/**
 * Keeps the refusal of one dialog, which shows it until something in the dialog changes. `useDialog` wraps each dialog
 * in one.
 */
export function RefusalProvider({ children }: { children: ReactNode }) {
  const [refusal, setRefusal] = useState<ToastMessage | null>(null)
  const isOpen = useRef(false)
  const show = useCallback((next: ToastMessage) => {
    if (isOpen.current) setRefusal(next)
    return isOpen.current
  }, [])
  const clear = useCallback(() => setRefusal(null), [])
  const setOpen = useCallback((next: boolean) => {
    isOpen.current = next
  }, [])
  const state = useMemo(
    () => ({ refusal, show, clear, setOpen, isShownOutside: false }),
    [refusal, show, clear, setOpen],
  )
  return <RefusalContext value={state}>{children}</RefusalContext>
}

/**
 * `showRefusal` shows why something was refused: in the surrounding dialog, where it stays, or in a toast. `clear`
 * removes it.
 */
export function useRefusals(): { showRefusal: (refusal: ToastMessage) => void; clear: () => void } {
  const state = useContext(RefusalContext)
  const show = state?.show
  const showRefusal = useCallback(
    (refusal: ToastMessage) => {
      if (!show?.(refusal)) toast.error(refusal)
    },
    [show],
  )
  const clear = state?.clear
  return useMemo(() => ({ showRefusal, clear: () => clear?.() }), [showRefusal, clear])
}

/** Gives a dialog its current refusal, and a wrapper for its contents. */
export function useDialogRefusal(isOpen: boolean) {
  const state = useContext(RefusalContext)
  const own = state === null || state.isShownOutside ? null : state
  const setOpen = own?.setOpen
  useEffect(() => {
    setOpen?.(isOpen)
    return () => setOpen?.(false)
  }, [setOpen, isOpen])
  const inside = useMemo(() => own && { ...own, isShownOutside: true }, [own])
  const wrap = (contents: ReactNode) => <RefusalContext value={inside}>{contents}</RefusalContext>
  return { refusal: own?.refusal ?? null, clear: own?.clear, wrap }
}

/** Shows near a dialog's buttons why the last attempt was refused. */
export function Refusal({ title, ...rest }: ToastMessage) {
  return (
    <div role="alert" className="mx-5 mb-3 rounded-ctl bg-danger-soft px-3 py-2.5 text-sm text-danger md:mx-7">
      <p className="font-semibold">{title}</p>
      {linesOf({ title, ...rest }).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
