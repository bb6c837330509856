import { Controller } from 'react-hook-form'
import { cashContract } from '#shared/cash/contract.ts'
import { DEPOSIT_OUTCOMES, depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { DrawerField } from '#web/cash/drawer-field.tsx'
import { noTerminal, terminalProblem } from '#web/cash/terminal-choice.ts'
import { useColleagueQuestion } from '#web/cash/use-colleague-question.ts'
import { chosenTerminal, useDrawers } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { depositReads } from './deposit-reads.ts'
import { visitServices, visitStart } from './deposit-cells.tsx'

type SettleProps = DialogControl & {
  deposit: Deposit
  /** The current rows of the list. If another sale has used a part of the deposit, they have the new balance. */
  rows: readonly Deposit[] | undefined
}

function useSettleForm({ deposit: first, rows, onClose }: SettleProps) {
  const deposit = rows?.find(({ id }) => id === first.id) ?? first
  const drawers = useDrawers()
  // Only money that goes back in cash comes out of a drawer, but the shift also records money that is kept.
  const isPaidOut = (outcome: string) => deposit.payment?.method === 'cash' && outcome === 'returned'
  const { form, dialog, submit } = useContractForm(depositsContract.settle, {
    values: { outcome: deposit.by_policy ?? 'returned', reason: '', terminal_id: noTerminal },
    input: ({ outcome, reason, terminal_id }) => ({
      params: { id: deposit.id },
      body: { outcome, amount: deposit.balance, reason, terminal_id: terminal_id ?? chosenTerminal() },
    }),
    judge: ({ outcome, terminal_id }, found) => ({
      ...found,
      ...terminalProblem(drawers, terminal_id, isPaidOut(outcome)),
    }),
    done: ({ data }) => (data.status === 'kept' ? s.settled.kept : s.settled.returned),
    failed: s.notSettled,
    reread: [...depositReads, cashContract.till],
    onDone: onClose,
  })
  const askColleague = useColleagueQuestion()
  const send = async () => {
    if (!(await form.trigger())) return
    const { outcome, terminal_id } = form.getValues()
    if (isPaidOut(outcome)) askColleague(() => void submit(), terminal_id)
    else await submit()
  }
  return { form, dialog, deposit, send, drawers, isPaidOut: isPaidOut(form.watch('outcome')) }
}

/** Gives what is left of a paid deposit back, or keeps it; what the client's policy says is chosen at first. */
export function SettleDialog(props: SettleProps) {
  const { form, dialog, deposit, send, drawers, isPaidOut } = useSettleForm(props)
  const { errors } = form.formState
  const isKept = form.watch('outcome') === 'kept'
  const amount = formatPeso(toCentavos(deposit.balance))
  return (
    <FormDialog
      open={props.open}
      onClose={props.onClose}
      size="sm"
      title={s.settleTitle(amount)}
      description={`${deposit.client.name} · ${visitStart(deposit)} · ${visitServices(deposit)}`}
      leave={s.cancel}
      send={isKept ? s.keepAmount(amount) : s.giveBackAmount(amount)}
      busyLabel={s.settling}
      danger={isKept}
      disabled={drawers?.length === 0}
      {...dialog}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="space-y-4">
        <PolicyNote deposit={deposit} />
        <Field label={s.outcome} group>
          <Controller
            control={form.control}
            name="outcome"
            render={({ field }) => <RadioGroup {...field} options={outcomesOf(deposit)} />}
          />
        </Field>
        <DrawerField control={form.control} drawers={drawers} isPaidOut={isPaidOut} />
        <Field label={s.reason} required error={errors.reason?.message}>
          <Textarea {...form.register('reason')} maxLength={200} rows={2} />
        </Field>
      </div>
    </FormDialog>
  )
}

const outcomesOf = ({ payment }: Deposit) =>
  DEPOSIT_OUTCOMES.map((value) => ({
    value,
    label: value === 'kept' ? s.keep : s.giveBack(methodMessages.methods[payment?.method ?? 'cash']),
  }))

/** What the policy that the client saw says about this deposit, with the policy itself. */
function PolicyNote({ deposit: { by_policy, policy } }: { deposit: Deposit }) {
  return (
    <div className="rounded-ctl bg-surface-2 px-3.5 py-2.5 text-sm">
      <p className="font-semibold">{by_policy ? s.byPolicy[by_policy] : s.notCancelled}</p>
      <p className="mt-1 whitespace-pre-line text-ink-2 wrap-anywhere">
        {s.policySeen([clientDepositMessages.policy(policy.return_notice_hours), policy.note ?? ''].join(' ').trim())}
      </p>
    </div>
  )
}
