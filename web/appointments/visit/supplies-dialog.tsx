import { visitSuppliesContract, type VisitSupplies } from '#shared/appointments/supplies-contract.ts'
import { suppliesMessages as s } from '#shared/catalogue/supplies-messages.ts'
import {
  LoadingSupplies,
  refuseUnchosenProduct,
  sentSuppliesOf,
  SuppliesFields,
  suppliesValues,
} from '#web/catalogue/supplies-fields.tsx'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { deskReads } from './desk-reads.ts'
import { linesOfUsed } from './used-supplies.ts'

type Props = DialogControl & { id: string; client: string }

/** A dialog for what a completed visit has used from the stock. */
export function VisitSuppliesDialog({ open, onClose, id, client }: Props) {
  const input = { params: { id } }
  const read = useRead(visitSuppliesContract.read, input, { failed: s.visitLoadFailed, staleMs: 0 })
  const dialog = { open, onClose, title: s.suppliesUsed, description: client }
  return read.data ? (
    <SuppliesForm {...dialog} supplies={read.data.data} />
  ) : (
    <LoadingSupplies {...dialog} read={read} />
  )
}

type FormProps = DialogControl & { title: string; description: string; supplies: VisitSupplies }

function SuppliesForm({ supplies, ...control }: FormProps) {
  const { form, dialog } = useContractForm(visitSuppliesContract.correct, {
    values: suppliesValues(supplies),
    edits: { row: supplies, valuesOf: suppliesValues },
    input: (values) => ({ params: { id: supplies.appointment_id }, body: sentSuppliesOf(values) }),
    judge: refuseUnchosenProduct,
    done: ({ used }) => ({ title: s.visitSaved, description: linesOfUsed(used).join('\n') }),
    failed: s.visitFailed,
    reread: [visitSuppliesContract.read, ...deskReads],
    onDone: control.onClose,
  })
  return (
    <FormDialog {...control} leave={s.cancel} send={s.save} busyLabel={s.saving} {...dialog}>
      <p className="mb-4 text-sm text-ink-2">{s.visitHint}</p>
      <SuppliesFields form={form} empty={s.nothingUsed} />
    </FormDialog>
  )
}
