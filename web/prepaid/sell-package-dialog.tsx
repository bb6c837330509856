import { useEffect, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { cashContract } from '#shared/cash/contract.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { packagesContract, type OfferedPackage, type SoldPackage } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { terminalProblem } from '#web/cash/terminal-choice.ts'
import { useDrawers } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { useUnknownOutcome } from '#web/data/use-unknown-outcome.ts'
import { currentOrder } from '#web/sales/till/order-store.ts'
import { subjectOf } from '#web/sales/till/order.ts'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { LockedWhileUnknown } from '#web/ui/fields/locked-while-unknown.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { lazyDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ClientField, type ClientValues } from './client-field.tsx'
import { PaidBy, paidBody, unpaid, type PaidForm, type PaidValues } from './paid-by.tsx'
import { useShiftQuestion } from './use-shift-question.ts'

const PackageReceiptDialog = lazyDialog(async () => (await import('./package-receipt-dialog.tsx')).PackageReceiptDialog)

type Values = PaidValues & ClientValues & { package_id: string }

/** Sells one of the offered packages to a client, then shows its receipt to be printed. */
export function SellPackageDialog({ open, onClose }: DialogControl) {
  const [sold, setSold] = useState<SoldPackage | null>(null)
  const read = useRead(packagesContract.list, {}, { failed: s.failed })
  // The receipt is loaded while the cashier fills in the form, so that it is there at once after the sale.
  useEffect(() => PackageReceiptDialog.preload(), [])
  const offered = read.data?.data.filter(({ is_active }) => is_active)
  if (sold !== null && sold.number !== null)
    return <PackageReceiptDialog open={open} onClose={onClose} sold={{ ...sold, number: sold.number }} />
  if (offered && offered.length > 0)
    return <SellForm open={open} onClose={onClose} offered={offered} onSold={setSold} />
  return (
    <Dialog open={open} onClose={onClose} title={s.sell} description={s.sellText}>
      <Loaded read={read} skeleton={['h-11', 'h-11', 'h-11']}>
        {() => <p className="text-ink-2">{s.noPackages}</p>}
      </Loaded>
    </Dialog>
  )
}

/** The client of the present order of the till, who probably buys the package. */
function clientOfOrder(): Pick<Values, 'user_id' | 'client'> {
  const subject = subjectOf(currentOrder())
  return { user_id: subject?.user_id ?? '', client: subject?.name ?? '' }
}

type SellFormProps = DialogControl & { offered: readonly OfferedPackage[]; onSold: (sold: SoldPackage) => void }

function SellForm({ open, onClose, offered, onSold }: SellFormProps) {
  const drawers = useDrawers()
  const outcome = useUnknownOutcome({ unknown: s.saleUnknown, failed: s.notSold })
  const { form, dialog, submit } = useContractForm<Values, typeof packagesContract.sell>(packagesContract.sell, {
    values: { ...clientOfOrder(), package_id: offered[0]!.id, ...unpaid },
    input: ({ client: _, user_id, package_id, ...paid }) => ({
      body: {
        user_id,
        package_id,
        price: offered.find(({ id }) => id === package_id)?.price ?? 0,
        ...paidBody(paid),
      },
    }),
    judge: ({ terminal_id }, found) => ({ ...found, ...terminalProblem(drawers, terminal_id, false) }),
    done: ({ data }) => s.sold(data.name),
    failed: outcome.failed,
    reread: [cashContract.till, packagesContract.ofClient, packagesContract.list],
    onDone: ({ data }) => onSold(data),
    onFailed: outcome.onFailed,
  })
  const send = useShiftQuestion(form, submit)
  // The chosen package is missing from the list if an admin has switched it off meanwhile.
  const chosen = offered.find(({ id }) => id === form.watch('package_id'))
  const price = chosen ? toCentavos(chosen.price) : 0
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.sell}
      description={s.sellText}
      leave={s.cancel}
      send={chosen ? s.sellFor(formatPeso(price)) : s.sell}
      busyLabel={s.selling}
      disabled={!chosen || drawers?.length === 0}
      {...dialog}
      onSubmit={send}
    >
      <LockedWhileUnknown isUnknown={outcome.isUnknown} hint={s.sellAgain}>
        <div className="space-y-4">
          {/* The casts are needed, because TypeScript cannot express that the form contains these fields. */}
          <ClientField form={form as unknown as UseFormReturn<ClientValues>} label={s.client} />
          <PackageField form={form} offered={offered} />
          <div className="grid gap-4 sm:grid-cols-2">
            <PaidBy form={form as unknown as PaidForm} amount={price} drawers={drawers} />
          </div>
        </div>
      </LockedWhileUnknown>
    </FormDialog>
  )
}

function PackageField({ form, offered }: { form: UseFormReturn<Values>; offered: readonly OfferedPackage[] }) {
  const options = offered.map(({ id, name, price, services }) => ({
    value: id,
    label: `${name}, ${formatPeso(toCentavos(price))}`,
    detail: services.map(({ sessions, service_name }) => s.sessionsOf(sessions, service_name)).join(', '),
  }))
  return (
    <Field label={s.package} required group>
      <Controller
        control={form.control}
        name="package_id"
        render={({ field }) => <RadioGroup {...field} options={options} />}
      />
    </Field>
  )
}
