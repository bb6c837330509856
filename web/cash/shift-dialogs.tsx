import { useQueryClient } from '@tanstack/react-query'
import { Check, Monitor } from 'lucide-react'
import { useState } from 'react'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { rereadAll } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { countBody, CountFields, emptyCount, readCount } from './count-fields.tsx'
import { chooseTerminal } from './use-till.ts'

/** The dialog that opens a shift with a counted float. */
export function OpenShiftDialog({
  terminal,
  open,
  onClose,
}: DialogControl & { terminal: { id: string; name: string } }) {
  const [typed, setTyped] = useState(emptyCount)
  const [isRefused, setIsRefused] = useState(false)
  const count = readCount(typed)
  const send = useAction(cashContract.openShift, {
    done: s.opened,
    failed: s.notOpened,
    reread: [cashContract.till, cashManagementContract.openShifts],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.openTitle}
      description={s.openHint(terminal.name)}
      leave={s.cancel}
      send={s.openShift}
      busyLabel={s.opening}
      busy={send.busy}
      disabled={!count}
      unsaved={typed !== emptyCount && !send.busy}
      onSubmit={(event) => {
        event.preventDefault()
        // If all fields are empty, nothing was counted, so they must not be stored as a float of zero.
        if (typed === emptyCount) setIsRefused(true)
        else if (count) void send.run({ body: { terminal_id: terminal.id, count: countBody(count) } })
      }}
    >
      <CountFields value={typed} onChange={setTyped} disabled={send.busy} />
      {isRefused && typed === emptyCount && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {s.countRequired}
        </p>
      )}
    </FormDialog>
  )
}

/** Chooses the terminal of this device; the device stores the choice. */
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
