import { Controller } from 'react-hook-form'
import { alertsContract, type ChartAlert, type ChartAlerts } from '#shared/alerts/contract.ts'
import { alertMessages as s } from '#shared/alerts/messages.ts'
import { ALERT_KINDS, type AlertKind } from '#shared/alerts/questions.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { alertReads } from './alert-reads.ts'

const kinds = ALERT_KINDS.map((value) => ({ value, label: value === 'other' ? s.ownWords : s.kinds[value] }))

const textHintOf = (kind: AlertKind) => (kind === 'allergy' || kind === 'other' ? s.textHint[kind] : undefined)

type AlertFormProps = DialogControl & {
  clientId: string
  /** The alert to change; null to add one. */
  alert: ChartAlert | null
  offered: ChartAlerts['offered_treatments']
}

/** The treatments to choose from: those on offer, and those that the alert already has. */
const optionsOf = ({ alert, offered }: Pick<AlertFormProps, 'alert' | 'offered'>) =>
  [...offered, ...(alert?.treatments ?? []).filter(({ id }) => !offered.some((one) => one.id === id))].map(
    ({ id, name }) => ({ value: id, label: name }),
  )

/** The dialog that adds an alert to a client's card, or corrects one. */
export function AlertFormDialog({ open, onClose, clientId, alert, offered }: AlertFormProps) {
  const { form, dialog } = useContractForm(alert ? alertsContract.replace : alertsContract.add, {
    values: {
      kind: alert?.kind ?? 'allergy',
      text: alert?.text ?? '',
      treatment_ids: alert?.treatments.map(({ id }) => id) ?? [],
    },
    input: (body) => ({ params: { clientId, ...(alert && { alertId: alert.id }) }, body }),
    done: s.saved,
    failed: s.notSaved,
    reread: alertReads,
    onDone: onClose,
    onFailed: ({ code }) => code === 'state_moved' && onClose(),
  })
  const kind = form.watch('kind')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={alert ? s.changeTitle : s.addTitle}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <Field label={s.kind} required>
              <Select {...field} options={kinds} />
            </Field>
          )}
        />
        <Field
          label={s.text}
          required={kind === 'other'}
          hint={textHintOf(kind)}
          error={form.formState.errors.text?.message}
        >
          <TextInput {...form.register('text')} maxLength={200} autoComplete="off" />
        </Field>
        <Controller
          control={form.control}
          name="treatment_ids"
          render={({ field, fieldState }) => (
            <Field label={s.treatments} group hint={s.treatmentsHint} error={fieldState.error?.message}>
              <MultiSelect
                {...field}
                options={optionsOf({ alert, offered })}
                placeholder={s.chooseTreatments}
                emptyText={s.noTreatments}
              />
            </Field>
          )}
        />
      </div>
    </FormDialog>
  )
}
