import { Controller, useWatch } from 'react-hook-form'
import { formatDate, formatShortDate } from '#shared/lib/manila-time.ts'
import { closureRequestContract, usersContract, type UserRow } from '#shared/users/contract.ts'
import { closureRequestMessages as s } from '#shared/users/messages.ts'
import { isGone } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const decisions = [
  { value: 'close', label: s.close },
  { value: 'decline', label: s.decline },
] as const

type Decision = { decision: 'close' | 'decline'; answer: string }

/**
 * The state of the decision about a closure request, and the function that sends it; `onGone` is called when the
 * account has left the list.
 */
function useDecision(user: UserRow, onClose: () => void, onGone: () => void) {
  const values: Decision = { decision: 'close', answer: '' }
  return useContractForm(closureRequestContract.decide, {
    values,
    input: ({ decision, answer }) => ({
      params: { id: user.id },
      body: decision === 'close' ? { decision } : { decision, answer },
    }),
    done: ({ message }) => message,
    failed: (error) => ({ title: s.notDecided, description: error.message }),
    reread: [usersContract.list],
    onDone: onClose,
    // If somebody else has decided or the account no longer exists, the dialog closes and the list shows it. After
    // other failures it stays open with the typed answer.
    onFailed: ({ code, status }) => (code === 'state_moved' || status === 404) && onClose(),
    onSettled: (outcome, { decision }) => decision === 'close' && isGone(outcome) && onGone(),
  })
}

type ClosureDecisionDialogProps = DialogControl & { user: UserRow; onGone: () => void }

/** The dialog in which an admin reads a closure request with its consequences, and accepts or declines it. */
export function ClosureDecisionDialog({ open, user, onClose, onGone }: ClosureDecisionDialogProps) {
  const { form, busy, dialog } = useDecision(user, onClose, onGone)
  const isClosing = useWatch({ control: form.control, name: 'decision' }) === 'close'
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.reviewTitle}
      description={
        user.closure_request && s.askedOn(user.name, formatShortDate(user.closure_request.requested_at.slice(0, 10)))
      }
      leave={s.leave}
      send={isClosing ? s.closeSend : s.declineSend}
      danger={isClosing}
      busyLabel={isClosing ? s.closing : s.declining}
      {...dialog}
    >
      <div className="space-y-5">
        <blockquote className="rounded-ctl bg-surface-2 p-3.5 wrap-anywhere whitespace-pre-line">
          {user.closure_request?.reason ?? <span className="text-ink-2">{s.noReason}</span>}
        </blockquote>
        <Field label={s.decision} group>
          <Controller
            control={form.control}
            name="decision"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl block options={decisions} value={value} onChange={onChange} disabled={busy} />
            )}
          />
        </Field>
        {isClosing ? (
          <Consequences userId={user.id} />
        ) : (
          <Field label={s.answer} required hint={s.answerHint} error={form.formState.errors.answer?.message}>
            <Textarea {...form.register('answer')} maxLength={500} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}

/** Lists what will be erased and what stays if the account is closed, and which visits are still booked. */
function Consequences({ userId }: { userId: string }) {
  const { appointments_ahead: ahead, chart_kept_until: keptUntil } =
    useRead(usersContract.appointmentsAhead, { params: { id: userId } }).data?.data ?? {}
  return (
    <dl className="space-y-3">
      <div>
        <dt className="font-bold">{s.erased}</dt>
        <dd className="text-ctl text-ink-2">{s.erasedItems}</dd>
      </div>
      <div>
        <dt className="font-bold">{s.stays}</dt>
        <dd className="text-ctl text-ink-2">{s.staysItems}</dd>
        {keptUntil && <dd className="mt-1 text-ctl text-ink-2">{s.chartKept(formatDate(keptUntil))}</dd>}
        {ahead !== undefined && ahead > 0 && (
          <dd className="tnum mt-2 rounded-ctl bg-warning-soft p-3 text-ctl font-semibold text-warning">
            {s.ahead(ahead)}
          </dd>
        )}
      </div>
    </dl>
  )
}
