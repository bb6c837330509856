import { Dialog, type DialogProps } from './dialog.tsx'

/** A panel at the right edge (at the bottom on phones): settings, or the order on a tablet. Same props as `Dialog`. */
export function Sheet(props: Omit<DialogProps, 'side'>) {
  return <Dialog size="sm" {...props} side="right" />
}
