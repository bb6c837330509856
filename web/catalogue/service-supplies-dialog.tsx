import type { Service } from '#shared/catalogue/records.ts'
import { suppliesContract, type ServiceSupplies } from '#shared/catalogue/supplies-contract.ts'
import { suppliesMessages as s } from '#shared/catalogue/supplies-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { catalogueReads } from './optimistic-list.ts'
import {
  LoadingSupplies,
  refuseUnchosenProduct,
  sentSuppliesOf,
  SuppliesFields,
  suppliesValues,
} from './supplies-fields.tsx'

type Props = DialogControl & { service: Service }

/** A dialog for the products that a service uses up. */
export function ServiceSuppliesDialog({ open, onClose, service }: Props) {
  const input = { params: { id: service.id } }
  const read = useRead(suppliesContract.ofService, input, { failed: s.loadFailed, staleMs: 0 })
  const dialog = { open, onClose, title: s.suppliesOfService, description: service.service_name }
  return read.data ? (
    <SuppliesForm {...dialog} service={service} supplies={read.data.data} />
  ) : (
    <LoadingSupplies {...dialog} read={read} />
  )
}

type FormProps = Props & { title: string; description: string; supplies: ServiceSupplies }

function SuppliesForm({ service, supplies, ...control }: FormProps) {
  const { form, dialog } = useContractForm(suppliesContract.changeOfService, {
    values: suppliesValues(supplies),
    edits: { row: supplies, valuesOf: suppliesValues },
    input: (values) => ({ params: { id: service.id }, body: sentSuppliesOf(values) }),
    judge: refuseUnchosenProduct,
    done: s.serviceSaved(service.service_name),
    failed: s.serviceFailed,
    reread: [suppliesContract.ofService, ...catalogueReads],
    onDone: control.onClose,
  })
  return (
    <FormDialog {...control} leave={s.cancel} send={s.save} busyLabel={s.saving} {...dialog}>
      <p className="mb-4 text-sm text-ink-2">{s.serviceHint}</p>
      <SuppliesFields form={form} empty={s.noneYet} />
    </FormDialog>
  )
}
