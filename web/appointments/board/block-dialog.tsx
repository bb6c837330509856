import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { BoardDay } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { presentOn } from '#shared/appointments/slots.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { formatLongDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import type { Span } from '#shared/resources/free-starts.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { now } from '#web/lib/use-now.ts'
import {
  affectedVisitsIn,
  useClearAffectedVisits,
  useVisitsToMove,
  AffectedVisitList,
  type AffectedVisits,
} from '#web/resources/affected-visits.tsx'
import { TimesFields } from '#web/resources/week-fields.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { timeOf } from './board-rules.ts'

type BlockDialogProps = DialogControl & { day: BoardDay; resourceId?: string; span?: Span }

const NOON = 12 * 60
const MIDNIGHT = 24 * 60

/**
 * The hour that the form for a block proposes: from noon to 1 PM or, if the date is today and noon has passed, the hour
 * from the next half hour on.
 */
function nextHour(date: CivilDate): Span {
  const { minute } = presentOn(date, now())
  const isToday = minute >= 0 && minute < MIDNIGHT
  const from = isToday ? Math.min(MIDNIGHT - 60, Math.max(NOON, Math.ceil(minute / 30) * 30)) : NOON
  return { from, to: from + 60 }
}

/**
 * Blocks a practitioner, room or device for some hours of the day. Visits in these hours are listed first and are not
 * cancelled.
 */
export function BlockDialog({ open, onClose, day, resourceId, span }: BlockDialogProps) {
  const resources = day.resources.filter(({ is_active }) => is_active)
  const [id, setId] = useState(resourceId ?? resources[0]?.id ?? '')
  const [affected, setAffected] = useState<AffectedVisits>()
  const toMove = useVisitsToMove()
  const [first] = useState(() => span ?? nextHour(day.date))
  const { form, dialog } = useContractForm(resourcesContract.addBlock, {
    values: { starts_at: timeOf(first.from), ends_at: timeOf(first.to), note: '' },
    input: (values) => ({
      params: { id },
      body: { ...values, date: day.date, despite_visits: affected !== undefined },
    }),
    done: s.blocked,
    failed: s.notBlocked,
    onFailed: (error) =>
      setAffected(affectedVisitsIn(error, errorDataOf(resourcesContract.addBlock, 'conflict', error))),
    reread: deskReads,
    onDone: () => {
      onClose()
      toMove.openFor(affected)
    },
  })
  useClearAffectedVisits(form, setAffected)
  const { starts_at, ends_at } = useWatch({ control: form.control })
  const { errors } = form.formState
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        size="sm"
        title={s.blockTitle}
        description={formatLongDate(day.date)}
        leave={uiMessages.cancel}
        send={affected ? s.blockDespite : s.blockSend}
        busyLabel={s.blocking}
        {...dialog}
      >
        <div className="space-y-4">
          <Field label={s.blockWho} group required>
            <Select
              value={id}
              options={resources.map(({ id: value, name }) => ({ value, label: name }))}
              onChange={(next) => {
                setId(next)
                setAffected(undefined)
              }}
            />
          </Field>
          <TimesFields
            from={starts_at ?? ''}
            to={ends_at ?? ''}
            labels={{ from: resourceMessages.from, to: resourceMessages.to }}
            error={errors.starts_at?.message ?? errors.ends_at?.message}
            onChange={({ from, to }) => {
              form.setValue('starts_at', from, { shouldDirty: true })
              form.setValue('ends_at', to, { shouldDirty: true })
            }}
          />
          <Field label={s.blockNote} hint={s.blockNoteHint} error={errors.note?.message}>
            <TextInput {...form.register('note')} autoComplete="off" maxLength={200} />
          </Field>
          {affected && <AffectedVisitList affected={affected} />}
        </div>
      </FormDialog>
      {toMove.element}
    </>
  )
}
