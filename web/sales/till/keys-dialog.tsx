import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The till's keyboard shortcuts. */
export function KeysDialog({ open, onClose }: DialogControl) {
  return (
    <Dialog open={open} onClose={onClose} size="sm" title={s.keysTitle} description={s.keysHint}>
      <dl className="divide-y divide-line">
        {s.keyList.map(([keys, meaning]) => (
          <div key={`${keys} ${meaning}`} className="flex min-h-12 items-center gap-4 py-2">
            <dt className="w-24 shrink-0">
              <kbd className="rounded-sm border border-line bg-surface-2 px-2 py-1 font-sans text-sm font-semibold whitespace-nowrap">
                {keys}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
