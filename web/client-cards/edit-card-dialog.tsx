import { CalendarCheck } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { clientCardsContract, type ClientCard, type Sex } from '#shared/client-cards/contract.ts'
import { clientCardMessages as s } from '#shared/client-cards/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { TagField } from './tag-field.tsx'

type CardValues = {
  birth_date: string
  sex: Sex | 'none'
  address: string
  emergency_name: string
  emergency_number: string
  referred_by: string
  tags: string[]
}

const valuesOf = (card: ClientCard): CardValues => ({
  birth_date: card.birth_date ?? '',
  sex: card.sex ?? 'none',
  address: card.address ?? '',
  emergency_name: card.emergency_name ?? '',
  emergency_number: card.emergency_number ?? '',
  referred_by: card.referred_by ?? '',
  tags: card.tags,
})

const sexes = [
  { value: 'female', label: s.sexes.female },
  { value: 'male', label: s.sexes.male },
  { value: 'none', label: s.notStated },
] as const

type EditCardDialogProps = DialogControl & { clientId: string; name: string; card: ClientCard }

/** Edits a client card: birth date, sex, address, emergency contact, referral and tags. */
export function EditCardDialog({ open, onClose, clientId, name, card }: EditCardDialogProps) {
  const { form, dialog } = useContractForm(clientCardsContract.save, {
    values: valuesOf(card),
    edits: { row: card, valuesOf },
    input: ({ sex, ...values }) => ({
      params: { id: clientId },
      body: { ...values, sex: sex === 'none' ? null : sex },
    }),
    done: s.saved,
    failed: s.notSaved,
    reread: [clientCardsContract.card, clientCardsContract.tags, clientsContract.list],
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.editTitle}
      description={name}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <BirthDateField form={form} ofId={card.birth_date_of_id} />
        <Field label={s.sex} group>
          <Controller
            control={form.control}
            name="sex"
            render={({ field }) => (
              <SegmentedControl options={sexes} value={field.value} onChange={field.onChange} ref={field.ref} />
            )}
          />
        </Field>
        <Field label={s.address} error={errors.address?.message}>
          <Textarea {...form.register('address')} rows={2} autoComplete="off" />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={s.emergencyName} error={errors.emergency_name?.message}>
            <TextInput {...form.register('emergency_name')} autoComplete="off" />
          </Field>
          <Field label={s.emergencyNumber} error={errors.emergency_number?.message}>
            <TextInput {...form.register('emergency_number')} type="tel" autoComplete="off" />
          </Field>
        </div>
        <Field label={s.referredBy} hint={s.referredHint} error={errors.referred_by?.message}>
          <TextInput {...form.register('referred_by')} autoComplete="off" />
        </Field>
        <Controller
          control={form.control}
          name="tags"
          render={({ field, fieldState }) => (
            <TagField tags={field.value} onChange={field.onChange} error={fieldState.error?.message} ref={field.ref} />
          )}
        />
      </div>
    </FormDialog>
  )
}

type CardForm = ReturnType<typeof useContractForm<CardValues, typeof clientCardsContract.save, ClientCard>>['form']

/** The field for the birth date. While it is empty, a button offers the date on the client's Senior or PWD card. */
function BirthDateField({ form, ofId }: { form: CardForm; ofId: string | null }) {
  const today = useToday()
  const isEmpty = form.watch('birth_date') === ''
  return (
    <div className="space-y-2">
      <Field label={s.birthDate} error={form.formState.errors.birth_date?.message}>
        <Controller
          control={form.control}
          name="birth_date"
          render={({ field }) => <DateInput {...field} max={today} autoComplete="off" />}
        />
      </Field>
      {ofId !== null && isEmpty && (
        <Button
          icon={<CalendarCheck size={18} aria-hidden="true" />}
          onClick={() => form.setValue('birth_date', ofId, { shouldDirty: true })}
        >
          {s.takeDateOfId(formatDate(ofId))}
        </Button>
      )}
    </div>
  )
}
