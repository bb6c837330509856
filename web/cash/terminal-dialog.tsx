import { Check, Monitor } from 'lucide-react'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { rereadAll } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { chooseTerminal } from './use-till.ts'

/** Chooses the terminal of this device, which is stored. */
export function TerminalDialog({ till, open, onClose }: DialogControl & { till: Till }) {
  const queries = useQueryClient()
  const choose = (id: string) => {
    chooseTerminal(id)
    onClose()
    void rereadAll(queries, [cashContract.till])
  }
  return (
    <Dialog open={open} onClose={onClose} size="sm" title={s.terminalTitle} description={s.terminalHint}>
      <ul className="space-y-2">
        {till.terminals.map(({ id, name }) => {
          const isThis = id === till.terminal?.id
          return (
            <li key={id}>
              <Button
                size="lg"
                block
                onClick={() => choose(id)}
                icon={<Monitor size={20} aria-hidden="true" className="shrink-0" />}
                className="justify-start! text-left! wrap-anywhere"
              >
                <span className="min-w-0 flex-1">{name}</span>
                {isThis && (
                  <>
                    <Check size={20} aria-hidden="true" className="shrink-0" />
                    <span className="sr-only">{s.thisOne}</span>
                  </>
                )}
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
