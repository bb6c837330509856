import { useState } from 'react'
import { cashContract } from '#shared/cash/contract.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { ownedPackagesContract, type OwnedPackage } from '#shared/prepaid/owned-packages-contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { DrawerField } from '#web/cash/drawer-field.tsx'
import { noTerminal, terminalProblem } from '#web/cash/terminal-choice.ts'
import { useColleagueQuestion } from '#web/cash/use-colleague-question.ts'
import { chosenTerminal, useDrawers } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type Refund = NonNullable<OwnedPackage['refund']>
type RefundProps = DialogControl & { owned: OwnedPackage }

const reread = [ownedPackagesContract.ofClient, packagesContract.ofClient, cashContract.till]

function useRefundForm({ owned: first, onClose }: RefundProps) {
  // If a session of the package was used since the dialog opened, the server answers with the current package.
  const [owned, setOwned] = useState(first)
  const amount = owned.refund?.amount ?? 0
  const drawers = useDrawers()
  const isPaidOut = owned.refund?.method === 'cash' && amount > 0
  const { form, dialog, submit } = useContractForm(ownedPackagesContract.refund, {
    values: { reason: '', terminal_id: noTerminal },
    input: ({ reason, terminal_id }) => ({
      params: { id: owned.id },
      body: { amount, reason, terminal_id: terminal_id ?? chosenTerminal() },
    }),
    judge: ({ terminal_id }, found) => ({
      ...found,
      ...terminalProblem(drawers, terminal_id, isPaidOut),
    }),
    done: s.refundDone,
    failed: s.notRefunded,
    reread,
    onDone: onClose,
    onFailed: (error) => setOwned(errorDataOf(ownedPackagesContract.refund, 'conflict', error) ?? owned),
  })
  const askColleague = useColleagueQuestion()
  const send = async () => {
    if (!(await form.trigger())) return
    // Cash comes out of the drawer of an open shift, which can be a colleague's.
    if (isPaidOut) askColleague(() => void submit(), form.getValues('terminal_id'))
    else await submit()
  }
  return { form, dialog, owned, send, drawers, isPaidOut }
}

/** Refunds a package: shows what was paid, what was used and what goes back, and asks for a reason. */
export function RefundPackageDialog(props: RefundProps) {
  const { form, dialog, owned, send, drawers, isPaidOut } = useRefundForm(props)
  const { errors } = form.formState
  const amount = toCentavos(owned.refund?.amount ?? 0)
  return (
    <FormDialog
      open={props.open}
      onClose={props.onClose}
      size="sm"
      title={s.refundNamed(owned.name)}
      description={s.refundText}
      leave={s.cancel}
      send={amount > 0 ? s.refundSend(formatPeso(amount)) : s.refundNothing}
      busyLabel={s.refunding}
      danger
      disabled={drawers?.length === 0}
      {...dialog}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="space-y-4">
        {owned.refund && <RefundSums owned={owned} refund={owned.refund} />}
        <DrawerField control={form.control} drawers={drawers} isPaidOut={isPaidOut} />
        <Field label={s.refundReason} required error={errors.reason?.message}>
          <Textarea {...form.register('reason')} maxLength={200} rows={2} />
        </Field>
      </div>
    </FormDialog>
  )
}

/** Shows what was paid for a package, how much of that was used, and how much the client gets back. */
function RefundSums({ owned, refund }: { owned: OwnedPackage; refund: Refund }) {
  const parts = [
    { label: s.refundPaid, amount: owned.price },
    { label: refund.is_pro_rata ? s.refundUsedProRata : s.refundUsed, amount: 0 - refund.used },
  ]
  return (
    <dl className="tnum">
      {parts.map(({ label, amount }) => (
        <div key={label} className="flex justify-between gap-4 text-sm text-ink-2">
          <dt>{label}</dt>
          <dd>{formatPeso(toCentavos(amount))}</dd>
        </div>
      ))}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="font-bold">{s.refundGoesBack(methodMessages.methods[refund.method])}</dt>
        <dd aria-live="polite" className="text-3xl font-extrabold tracking-tight">
          {formatPeso(toCentavos(refund.amount))}
        </dd>
      </div>
    </dl>
  )
}
