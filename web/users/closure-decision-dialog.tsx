import { useQuery } from '@tanstack/react-query'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { closureRequestSentences as s } from '#shared/users/closure-request-sentences.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { query } from '#web/lib/query.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useClosureDecision } from './use-closure-decision.ts'

type ClosureDecisionDialogProps = { open: boolean; user: UserRow; onClose: () => void; onGone: () => void }

const decisions = [
  { value: 'close', label: s.close },
  { value: 'decline', label: s.decline },
] as const

/** What a person asked for, what closing erases and what stays, and the decision. */
export function ClosureDecisionDialog({ open, user, onClose, onGone }: ClosureDecisionDialogProps) {
  const { decision, setDecision, answer, setAnswer, error, busy, submit } = useClosureDecision(user, onClose, onGone)
  const isClosing = decision === 'close'
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.reviewTitle}
      description={
        user.closure_request && s.askedOn(user.name, formatShortDate(user.closure_request.requested_at.slice(0, 10)))
      }
      onSubmit={submit}
      leave={s.leave}
      send={isClosing ? s.closeSend : s.declineSend}
      danger={isClosing}
      busy={busy}
      busyLabel={isClosing ? s.closing : s.declining}
    >
      <div className="space-y-5">
        <blockquote className="rounded-ctl bg-surface-2 p-3.5 wrap-anywhere whitespace-pre-line">
          {user.closure_request?.reason ?? <span className="text-ink-2">{s.noReason}</span>}
        </blockquote>
        <Field label={s.decision} group>
          <SegmentedControl block options={decisions} value={decision} onChange={setDecision} disabled={busy} />
        </Field>
        {isClosing ? (
          <Consequences userId={user.id} />
        ) : (
          <Field label={s.answer} required hint={s.answerHint} error={error}>
            <Textarea value={answer} maxLength={500} onChange={(event) => setAnswer(event.target.value)} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}

/** What goes for good, what stays, and what is still booked. */
function Consequences({ userId }: { userId: string }) {
  const ahead = useQuery(query(usersContract.appointmentsAhead, { params: { id: userId } })).data?.data
    .appointments_ahead
  return (
    <dl className="space-y-3">
      <div>
        <dt className="font-bold">{s.erased}</dt>
        <dd className="text-ctl text-ink-2">{s.erasedItems}</dd>
      </div>
      <div>
        <dt className="font-bold">{s.stays}</dt>
        <dd className="text-ctl text-ink-2">{s.staysItems}</dd>
        {ahead !== undefined && ahead > 0 && (
          <dd className="tnum mt-2 rounded-ctl bg-warning-soft p-3 text-ctl font-semibold text-warning">
            {s.ahead(ahead)}
          </dd>
        )}
      </div>
    </dl>
  )
}
