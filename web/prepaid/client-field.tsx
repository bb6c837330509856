import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { contactLine } from '#web/clients/contact-line.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'

export type ClientValues = { user_id: string; client: string }

type ClientFieldProps = { form: UseFormReturn<ClientValues>; label: string }

/**
 * A search for the client of a package. Choosing a client stores the user id in the form, and typing other text removes
 * this id.
 */
export function ClientField({ form, label }: ClientFieldProps) {
  const [text, setText] = useState(() => form.getValues('client'))
  const { answer, box } = useSuggestions(clientsContract.contacts, text, (search) => ({ querystring: { search } }), {
    failed: calendarMessages.failedToLoadClients,
  })
  const items = (answer?.data ?? []).map((contact) => ({
    value: contact.user_id,
    label: contact.name,
    detail: contactLine(contact),
  }))
  const choose = (name: string, userId: string) => {
    form.setValue('client', name)
    form.setValue('user_id', userId, { shouldDirty: true })
    form.clearErrors('user_id')
  }
  return (
    <Controller
      control={form.control}
      name="user_id"
      render={({ field, fieldState }) => (
        <Field label={label} required error={fieldState.error?.message}>
          <Combobox
            ref={field.ref}
            value={text}
            items={items}
            {...box}
            emptyText={s.noClient}
            onChange={(words) => {
              setText(words)
              if (words !== form.getValues('client')) choose('', '')
            }}
            onPick={(item) => {
              choose(item.label, item.value)
              setText(item.label)
            }}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  )
}
