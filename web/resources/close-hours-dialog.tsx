import { useState } from 'react'
import { errorDataOf } from '#shared/lib/http-client.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useToday } from '#web/lib/use-now.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { emptyEntry, EntryFields, type EntryValues } from './entry-fields.tsx'
import { hitOf, useForgetHit, useVisitsToMove, VisitsHit, type Hit } from './visits-hit.tsx'

const close = resourcesContract.closeRooms

const closingOf = (today: CivilDate): EntryValues => ({ ...emptyEntry(today), kind: 'block' })

/** Closes the clinic for some hours by blocking every room. */
export function CloseHoursDialog({ open, onClose }: DialogControl) {
  const today = useToday()
  const [hit, setHit] = useState<Hit>()
  const toMove = useVisitsToMove()
  const { form, dialog } = useContractForm(close, {
    values: closingOf(today),
    input: ({ first_date, last_date, from, to, note }) => ({
      body: { first_date, last_date, starts_at: from, ends_at: to, note, despite_visits: hit !== undefined },
    }),
    place: { starts_at: 'from', ends_at: 'to' },
    done: s.hoursClosed,
    failed: (error, others) =>
      errorDataOf(close, 'conflict', error) || others.length === 0
        ? null
        : { title: s.hoursNotClosed, description: others.join('\n') },
    onFailed: (error) => setHit(hitOf(error, errorDataOf(close, 'conflict', error))),
    reread: [resourcesContract.list],
    onDone: () => {
      onClose()
      toMove.openFor(hit)
    },
  })
  useForgetHit(form, setHit)
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={s.closeHoursTitle}
        description={s.closeHoursHint}
        leave={hit ? s.cancelChange : s.cancel}
        send={hit ? s.keepThem : s.closeNow}
        busyLabel={s.saving}
        {...dialog}
      >
        <div className="space-y-4">
          <EntryFields form={form} isFixed />
          {hit && <VisitsHit hit={hit} />}
        </div>
      </FormDialog>
      {toMove.element}
    </>
  )
}
