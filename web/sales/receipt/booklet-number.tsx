import { FilePen } from 'lucide-react'
import { invoiceMessages as s } from '#shared/sales/paper/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type NumberedSale = {
  id: string
  document_name: string
  customer_name: string
  booklet_number?: string | null | undefined
}

/** Enters the number of a sale's handwritten invoice. */
export function BookletNumberDialog({ sale, open, onClose }: DialogControl & { sale: NumberedSale }) {
  const { form, dialog } = useContractForm(salesContract.enterBookletNumber, {
    values: { booklet_number: sale.booklet_number ?? '' },
    input: (body) => ({ params: { id: sale.id }, body }),
    done: s.saved,
    failed: s.notSaved,
    reread: [salesContract.receipt, salesContract.list, salesContract.withoutBookletNumber],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={sale.booklet_number ? s.changeNumber : s.enterNumber}
      description={s.numberOf(sale.document_name, sale.customer_name)}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <Field label={s.bookletNumber} required error={form.formState.errors.booklet_number?.message}>
        <TextInput {...form.register('booklet_number')} maxLength={30} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

/** The button that opens the dialog for the number of the handwritten invoice. */
export function BookletNumber({ sale, className }: { sale: NumberedSale; className?: string }) {
  const dialog = useDialog(BookletNumberDialog)
  return (
    <>
      <Button
        className={className}
        icon={<FilePen size={18} aria-hidden="true" />}
        onClick={() => dialog.open({ sale })}
      >
        {sale.booklet_number ? s.changeNumber : s.enterNumber}
      </Button>
      {dialog.element}
    </>
  )
}
