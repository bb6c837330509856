import { Suspense, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { lazyPart, type LazyPart } from '#web/lib/page/lazy-part.tsx'
import { RefusalProvider } from './refusals.tsx'

/** The props that `useDialog` gives to every dialog. */
export type DialogControl = { open: boolean; onClose: () => void }

/** A dialog that is loaded right after its page, see `lazyPart`. */
export const lazyDialog = lazyPart

type Opening<Props> = { props: Props; open: boolean; opening: number }

/** The props of a dialog that are passed when it opens: all except those that the page passes with every render. */
type OpeningProps<Props, Fixed extends keyof Props> = Omit<Props, keyof DialogControl | Fixed>

type DialogHandle<Given> = {
  /** Opens the dialog with these props and a fresh state. */
  open: (props: Given) => void
  close: () => void
  isOpen: boolean
  /** The dialog's element, to be rendered anywhere in the page. */
  element: ReactNode
}

/**
 * Opens and closes a dialog of a page. Each opening starts with a fresh state. A closed dialog stays rendered until it
 * has faded, and the focus returns to where it was. `fixed` are props that the page passes with every render; the other
 * props are passed on opening.
 *
 *     const edit = useDialog(ProductDialog)
 *     <Button onClick={() => edit.open({ product: null })}>Add</Button>
 *     {edit.element}
 */
export function useDialog<Props extends DialogControl, Fixed extends keyof Props = never>(
  Component: ComponentType<Props> | LazyPart<Props>,
  fixed?: Pick<Props, Fixed>,
): DialogHandle<OpeningProps<Props, Fixed>> {
  const [opened, setOpened] = useState<Opening<OpeningProps<Props, Fixed>> | null>(null)
  useEffect(() => {
    if ('preload' in Component) Component.preload()
  }, [Component])
  const open = useCallback(
    (props: OpeningProps<Props, Fixed>) =>
      setOpened((before) => ({ props, open: true, opening: (before?.opening ?? 0) + 1 })),
    [],
  )
  const close = useCallback(() => setOpened((before) => before && { ...before, open: false }), [])
  const Dialog = Component as ComponentType<object>
  const element = opened && (
    <Suspense fallback={null}>
      {/* The key is on the inner element: dialogs rendered side by side may have equal keys, which React does not
          allow. */}
      <RefusalProvider key={opened.opening}>
        <Dialog {...opened.props} {...fixed} {...({ open: opened.open, onClose: close } satisfies DialogControl)} />
      </RefusalProvider>
    </Suspense>
  )
  return { open, close, isOpen: opened?.open ?? false, element }
}
