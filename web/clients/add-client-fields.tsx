import { Controller, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { now } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { useAddClientForm } from './add-client-form.ts'
import { DefaultPasswordNote } from './default-password-note.tsx'

type FieldsProps = Omit<ReturnType<typeof useAddClientForm>, 'submit'> & { hrefOf: (clientId: string) => string }

export function AddClientFields({ form, owner, forgetOwner, hrefOf }: FieldsProps) {
  const { errors } = form.formState
  const text = { autoComplete: 'off' } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={s.firstName} required error={errors.first_name?.message}>
        <TextInput {...form.register('first_name')} {...text} />
      </Field>
      <Field label={s.middleName} error={errors.middle_name?.message}>
        <TextInput {...form.register('middle_name')} {...text} />
      </Field>
      <Field label={s.lastName} error={errors.last_name?.message}>
        <TextInput {...form.register('last_name')} {...text} />
      </Field>
      <Field label={s.suffix} error={errors.suffix?.message}>
        <TextInput {...form.register('suffix')} {...text} placeholder={s.suffixHint} />
      </Field>
      <div className="space-y-2">
        <Field label={s.emailOptional} error={errors.email?.message}>
          <TextInput {...form.register('email', { onChange: forgetOwner })} {...text} type="email" inputMode="email" />
        </Field>
        {owner && (
          <Link to={hrefOf(owner.client_id)} className={buttonClass({ block: true })}>
            {s.openOwner(owner.name)}
          </Link>
        )}
      </div>
      <Field label={s.contactOptional} error={errors.contact_number?.message}>
        <TextInput {...form.register('contact_number')} {...text} type="tel" inputMode="tel" />
      </Field>
      <SinceField form={form} />
      <LogInNote form={form} />
    </div>
  )
}

function SinceField({ form }: Pick<FieldsProps, 'form'>) {
  const { errors } = form.formState
  return (
    <Controller
      control={form.control}
      name="date"
      render={({ field }) => (
        <Field label={s.date} required hint={s.dateHint} error={errors.date?.message}>
          <DateInput {...field} max={manilaDate(now())} />
        </Field>
      )}
    />
  )
}

function LogInNote({ form }: Pick<FieldsProps, 'form'>) {
  const [name, email] = useWatch({ control: form.control, name: ['first_name', 'email'] })
  return <DefaultPasswordNote name={name} email={email} className="self-end" />
}
