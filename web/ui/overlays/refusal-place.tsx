import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { linesOf, toast, type ToastMessage } from './toast.ts'

type Place = {
  refusal: ToastMessage | null
  /** Shows a refusal in the dialog; false while the dialog is not open. */
  show: (refusal: ToastMessage) => boolean
  clear: () => void
  setOpen: (isOpen: boolean) => void
  /** Inside the dialog that shows it: a dialog that stands there does not show it again. */
  isTaken: boolean
}

const PlaceContext = createContext<Place | null>(null)

/** Keeps the refusals of one dialog, which shows them inside until something in it changes. `useDialog` puts it around each. */
export function RefusalPlace({ children }: { children: ReactNode }) {
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
  const place = useMemo(() => ({ refusal, show, clear, setOpen, isTaken: false }), [refusal, show, clear, setOpen])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

/** Says why something was refused: in the dialog around, where it stays, or in a toast. `clear` takes it away again. */
export function useRefusals(): { say: (refusal: ToastMessage) => void; clear: () => void } {
  const place = useContext(PlaceContext)
  const show = place?.show
  const say = useCallback(
    (refusal: ToastMessage) => {
      if (!show?.(refusal)) toast.error(refusal)
    },
    [show],
  )
  const clear = place?.clear
  return useMemo(() => ({ say, clear: () => clear?.() }), [say, clear])
}

/** Of a dialog: its refusal, and what goes around its contents. */
export function useRefusalOfDialog(isOpen: boolean) {
  const place = useContext(PlaceContext)
  const own = place === null || place.isTaken ? null : place
  const setOpen = own?.setOpen
  useEffect(() => {
    setOpen?.(isOpen)
    return () => setOpen?.(false)
  }, [setOpen, isOpen])
  const inside = useMemo(() => own && { ...own, isTaken: true }, [own])
  const around = (contents: ReactNode) => <PlaceContext value={inside}>{contents}</PlaceContext>
  return { refusal: own?.refusal ?? null, clear: own?.clear, around }
}

/** Why the last press was refused, near the buttons of a dialog. */
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
