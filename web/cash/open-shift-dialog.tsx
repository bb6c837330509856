import { useState } from 'react'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CountFields, countBody, nothingTyped, readCount } from './count-fields.tsx'

/** Opens a shift with a counted float. */
export function OpenShiftDialog({
  terminal,
  open,
  onClose,
}: DialogControl & { terminal: { id: string; name: string } }) {
  const [typed, setTyped] = useState(nothingTyped)
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
      unsaved={typed !== nothingTyped && !send.busy}
      onSubmit={(event) => {
        event.preventDefault()
        // An empty count is not a float of zero.
        if (typed === nothingTyped) setIsRefused(true)
        else if (count) void send.run({ body: { terminal_id: terminal.id, count: countBody(count) } })
      }}
    >
      <CountFields value={typed} onChange={setTyped} disabled={send.busy} />
      {isRefused && typed === nothingTyped && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {s.countRequired}
        </p>
      )}
    </FormDialog>
  )
}
