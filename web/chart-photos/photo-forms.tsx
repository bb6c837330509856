import { useRef, useState, type ComponentProps } from 'react'
import { Controller } from 'react-hook-form'
import { needsArea, type Angle } from '#shared/chart-photos/angles.ts'
import { chartPhotosContract, type ChartPhoto } from '#shared/chart-photos/contract.ts'
import { photoScreenMessages as s } from '#shared/chart-photos/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { instantOf, isoInManila, manilaDate, manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { contactLine } from '#web/clients/contact-line.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput, Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { AngleChoice } from './angle-choice.tsx'

/** `onDone` closes the dialog of the photo. */
type FormProps = DialogControl & { photo: ChartPhoto; onDone: () => void }

/**
 * What every form about a photo does after it was sent: the form and the photo's dialog close, and the photos are read
 * again.
 */
const afterSending = ({ onClose, onDone }: FormProps) => ({
  reread: [chartPhotosContract.list, chartPhotosContract.angles],
  onDone: () => {
    onClose()
    onDone()
  },
})

type ReasonFieldProps = { error: string | undefined; input: ComponentProps<typeof TextInput> }

const ReasonField = ({ error, input }: ReasonFieldProps) => (
  <Field label={s.reason} required error={error}>
    <TextInput {...input} />
  </Field>
)

type Details = { angle: Angle; area: string; note: string; day: CivilDate }

const detailsOf = (photo: ChartPhoto): Details => ({
  angle: photo.angle,
  area: photo.area ?? '',
  note: photo.note ?? '',
  day: manilaDate(new Date(photo.taken_at)),
})

/** Returns the time at which a photo was taken, moved to the corrected day at the same time of day. */
const takenOn = ({ taken_at }: ChartPhoto, day: CivilDate) =>
  isoInManila(instantOf(day, manilaTime(new Date(taken_at))))

/** Changes the angle, area, note and date of a photo. */
export function DetailsDialog(props: FormProps) {
  const { open, onClose, photo } = props
  const today = useToday()
  const { form, dialog } = useContractForm<Details, typeof chartPhotosContract.change, ChartPhoto>(
    chartPhotosContract.change,
    {
      values: detailsOf(photo),
      edits: { row: photo, valuesOf: detailsOf },
      input: ({ day, ...details }) => ({
        params: { id: photo.id },
        body: { ...details, taken_at: takenOn(photo, day || today) },
      }),
      place: { taken_at: 'day' },
      done: s.saved,
      failed: s.notSaved,
      ...afterSending(props),
    },
  )
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.detailsTitle}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Controller
          control={form.control}
          name="angle"
          render={({ field }) => (
            <Field label={s.angle} group error={errors.angle?.message}>
              <AngleChoice value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <Field label={s.area} required={needsArea(form.watch('angle'))} hint={s.areaHint} error={errors.area?.message}>
          <TextInput {...form.register('area')} maxLength={80} />
        </Field>
        <Controller
          control={form.control}
          name="day"
          render={({ field }) => (
            <Field label={s.takenAt} required error={errors.day?.message}>
              <DateInput {...field} max={today} />
            </Field>
          )}
        />
        <Field label={s.note} error={errors.note?.message}>
          <Textarea {...form.register('note')} />
        </Field>
      </div>
    </FormDialog>
  )
}

/** Hides a photo that was taken by mistake, with a reason. */
export function HideDialog(props: FormProps) {
  const { open, onClose, photo } = props
  const { form, dialog } = useContractForm(chartPhotosContract.hide, {
    values: { reason: '' },
    input: (body) => ({ params: { id: photo.id }, body }),
    done: s.hiddenDone,
    failed: s.notHidden,
    ...afterSending(props),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.hideTitle}
      description={s.hideText}
      leave={s.cancel}
      send={s.hideNow}
      busyLabel={s.hiding}
      danger
      {...dialog}
    >
      <ReasonField error={form.formState.errors.reason?.message} input={form.register('reason')} />
    </FormDialog>
  )
}

/** Moves a photo to the chart of the client whom it shows. */
export function MoveDialog(props: FormProps) {
  const { open, onClose, photo } = props
  const name = useRef('')
  const { form, dialog } = useContractForm(chartPhotosContract.move, {
    values: { client_id: '', reason: '' },
    input: (body) => ({ params: { id: photo.id }, body }),
    judge: ({ client_id }, found) => ({ ...found, ...(client_id === '' && { client_id: s.chooseClient }) }),
    done: () => s.moved(name.current),
    failed: s.notMoved,
    ...afterSending(props),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.moveTitle}
      description={s.moveText}
      leave={s.cancel}
      send={s.moveNow}
      busyLabel={s.moving}
      {...dialog}
    >
      <div className="space-y-4">
        <Controller
          control={form.control}
          name="client_id"
          render={({ field }) => (
            <ClientField
              error={errors.client_id?.message}
              onChange={(id, label) => {
                name.current = label
                field.onChange(id)
              }}
            />
          )}
        />
        <ReasonField error={errors.reason?.message} input={form.register('reason')} />
      </div>
    </FormDialog>
  )
}

type ClientFieldProps = { error: string | undefined; onChange: (clientId: string, name: string) => void }

function ClientField({ error, onChange }: ClientFieldProps) {
  const [text, setText] = useState('')
  // Choosing a client also sets the text of the box, which must not count as typing.
  const picked = useRef<string | null>(null)
  const { answer, box } = useSuggestions(clientsContract.contacts, text, (search) => ({ querystring: { search } }), {
    failed: s.noClient,
  })
  const items = (answer?.data ?? []).map((contact) => ({
    value: contact.client_id,
    label: contact.name,
    detail: contactLine(contact),
  }))
  return (
    <Field label={s.moveTo} required error={error}>
      <Combobox
        value={text}
        items={items}
        {...box}
        emptyText={s.noClient}
        onChange={(words) => {
          setText(words)
          if (words !== picked.current) onChange('', '')
        }}
        onPick={(item) => {
          picked.current = item.label
          setText(item.label)
          onChange(item.value, item.label)
        }}
      />
    </Field>
  )
}
