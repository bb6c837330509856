import { Dialog, type DialogProps } from './dialog.tsx'

/** A panel at the right edge, from the bottom on phones: settings, the order on a tablet. The props of `Dialog`. */
export function Sheet(props: Omit<DialogProps, 'side'>) {
  return <Dialog size="sm" {...props} side="right" />
}
