import { CircleCheck, CircleX } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { chartPhotosContract, publicationContract, type PublicationConsent } from '#shared/chart-photos/contract.ts'
import { publicationMessages as s } from '#shared/chart-photos/messages.ts'
import { formatInstant, formatShortDate } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type ConsentProps = DialogControl & {
  clientId: string
  mayWrite: boolean
  /** The photo from which the dialog was opened; null for the client's photos in general. */
  photoId: string | null
}

const changed = [publicationContract.consents, chartPhotosContract.list, chartPhotosContract.angles]

/** Shows whether the client agrees to the publication of photos, with every earlier decision. */
export function ConsentDialog({ open, onClose, clientId, mayWrite, photoId }: ConsentProps) {
  const read = useRead(publicationContract.consents, { params: { id: clientId } }, { failed: s.notLoaded })
  // The current consent is the newest decision about this photo or about all photos.
  const current = read.data?.data.find(({ photo_id }) => photo_id === null || photo_id === photoId)
  const record = useDialog(RecordDialog)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.title}
      description={s.about}
      footer={
        mayWrite && (
          <>
            {current?.is_given && <WithdrawButton clientId={clientId} photoId={current.photo_id} />}
            <Button variant="primary" onClick={() => record.open({ clientId, photoId })}>
              {s.record}
            </Button>
          </>
        )
      }
    >
      <Loaded read={read} skeleton="h-48">
        {({ data }) =>
          data.length === 0 ? (
            <p>{s.none}</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.map((row) => (
                <Decision key={row.id} row={row} photoId={photoId} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {record.element}
    </Dialog>
  )
}

const scopeOf = ({ photo_id }: PublicationConsent, photoId: string | null) => {
  if (photo_id === null) return s.allPhotos
  return photo_id === photoId ? s.thisPhoto : s.onePhoto
}

function Decision({ row, photoId }: { row: PublicationConsent; photoId: string | null }) {
  const Icon = row.is_given ? CircleCheck : CircleX
  const day = formatShortDate(row.decided_on)
  return (
    <li className="flex gap-3 py-3">
      <Icon
        size={18}
        aria-hidden="true"
        className={row.is_given ? 'mt-0.5 shrink-0 text-success' : 'mt-0.5 shrink-0 text-danger'}
      />
      <div className="min-w-0">
        <p className="font-bold">{row.is_given ? s.given(day) : s.withdrawn(day)}</p>
        <p className="text-sm text-ink-2">{scopeOf(row, photoId)}</p>
        {row.purpose && <p className="wrap-anywhere">{row.purpose}</p>}
        <p className="text-sm text-ink-2">
          {row.is_given && `${s.askedBy(row.asked_by)} · `}
          {s.recordedBy(row.recorded_by, formatInstant(row.recorded_at))}
        </p>
      </div>
    </li>
  )
}

function WithdrawButton({ clientId, photoId }: { clientId: string; photoId: string | null }) {
  const { run, busy } = useAction(publicationContract.withdraw, {
    ask: () => ({
      title: s.withdrawTitle,
      body: s.withdrawText,
      confirmLabel: s.withdrawNow,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.withdrawing,
    }),
    done: s.withdrawalSaved,
    failed: s.withdrawalNotSaved,
    reread: changed,
  })
  return (
    <Button
      variant="danger-quiet"
      busy={busy}
      onClick={() => void run({ params: { id: clientId }, body: { photo_id: photoId } })}
    >
      {s.withdraw}
    </Button>
  )
}

type RecordProps = DialogControl & { clientId: string; photoId: string | null }
type Scope = 'all' | 'one'

/** Records a client's consent to publish photos: for which photos, for what purpose, when, and who asked the client. */
function RecordDialog({ open, onClose, clientId, photoId }: RecordProps) {
  const today = useToday()
  const { name } = usePerson()
  const scope: Scope = photoId === null ? 'all' : 'one'
  const { form, dialog } = useContractForm(publicationContract.give, {
    values: { scope, purpose: '', decided_on: today, asked_by: name },
    input: ({ scope: chosen, ...body }) => ({
      params: { id: clientId },
      body: { ...body, photo_id: chosen === 'one' ? photoId : null },
    }),
    done: s.saved,
    failed: s.notSaved,
    reread: changed,
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.recordTitle}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        {photoId !== null && (
          <Controller
            control={form.control}
            name="scope"
            render={({ field }) => (
              <Field label={s.scope} group>
                <RadioGroup
                  options={[
                    { value: 'one', label: s.thisPhoto },
                    { value: 'all', label: s.allPhotos },
                  ]}
                  value={field.value}
                  onChange={field.onChange}
                />
              </Field>
            )}
          />
        )}
        <Field label={s.purpose} required hint={s.purposeHint} error={errors.purpose?.message}>
          <TextInput {...form.register('purpose')} />
        </Field>
        <Controller
          control={form.control}
          name="decided_on"
          render={({ field }) => (
            <Field label={s.decidedOn} required error={errors.decided_on?.message}>
              <DateInput {...field} max={today} />
            </Field>
          )}
        />
        <Field label={s.whoAsked} required error={errors.asked_by?.message}>
          <TextInput {...form.register('asked_by')} />
        </Field>
      </div>
    </FormDialog>
  )
}
