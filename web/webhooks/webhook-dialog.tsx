import { Controller } from 'react-hook-form'
import { webhooksContract as contract, type Webhook } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import { CHOSEN_EVENTS, type ChosenEvent } from '#shared/webhooks/event-names.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { hostOf } from './host-of.ts'

type Group = keyof typeof s.eventGroups
const groups = Object.keys(s.eventGroups) as Group[]
const eventsOf = (group: Group) => CHOSEN_EVENTS.filter((event) => event.startsWith(`${group}.`))

type EventsProps = { value: readonly ChosenEvent[]; onChange: (events: ChosenEvent[]) => void }

/** Checkboxes for the events that a webhook can send, in groups. */
function EventFields({ value, onChange }: EventsProps) {
  const toggle = (event: ChosenEvent, isChosen: boolean) =>
    onChange(CHOSEN_EVENTS.filter((one) => (one === event ? isChosen : value.includes(one))))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {groups.map((group) => (
        <fieldset key={group}>
          <legend className="font-semibold">{s.eventGroups[group]}</legend>
          {eventsOf(group).map((event) => (
            <Checkbox
              key={event}
              label={s.events[event]}
              checked={value.includes(event)}
              onChange={(isChosen) => toggle(event, isChosen)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

type Values = { url: string; description: string; events: ChosenEvent[] }
const valuesOf = ({ url, description, events }: Webhook): Values => ({ url, description: description ?? '', events })
const nothing: Values = { url: '', description: '', events: [] }

type WebhookDialogProps = DialogControl & {
  /** The webhook to edit; null for a new one. */
  webhook: Webhook | null
  onSecret: (shown: { name: string; secret: string }) => void
}

/** The form of a new webhook, or of an existing one. */
export function WebhookDialog({ open, onClose, webhook, onSecret }: WebhookDialogProps) {
  const isNew = webhook === null
  const { form, dialog } = useContractForm<Values, typeof contract.create | typeof contract.change, Webhook>(
    isNew ? contract.create : contract.change,
    {
      values: isNew ? nothing : valuesOf(webhook),
      edits: { row: webhook, valuesOf },
      input: (body) => (isNew ? { body } : { params: { id: webhook.id }, body }),
      ...(!isNew && { done: s.saved }),
      failed: isNew ? s.notCreated : s.notSaved,
      reread: [contract.list],
      onDone: ({ data }) => {
        onClose()
        if ('secret' in data) onSecret({ name: hostOf(data), secret: data.secret })
      },
    },
  )
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isNew ? s.addTitle : s.editTitle}
      description={s.formText}
      size="lg"
      leave={s.cancel}
      send={isNew ? s.create : s.save}
      busyLabel={isNew ? s.creating : s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.url} hint={s.urlHint} required error={errors.url?.message}>
          <TextInput {...form.register('url')} type="url" inputMode="url" maxLength={500} autoComplete="off" />
        </Field>
        <Field label={s.description} hint={s.descriptionHint} error={errors.description?.message}>
          <TextInput {...form.register('description')} maxLength={100} autoComplete="off" />
        </Field>
        <Controller
          control={form.control}
          name="events"
          render={({ field: { value, onChange }, fieldState }) => (
            <Field label={s.chosen} required group error={fieldState.error?.message}>
              <EventFields value={value} onChange={onChange} />
            </Field>
          )}
        />
      </div>
    </FormDialog>
  )
}
