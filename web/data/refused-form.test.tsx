import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useContractForm } from './use-contract-form.ts'

/** A form with errors in two fields: a controlled one, and one that is rendered conditionally. */
function Refused() {
  const [isWanted, setWanted] = useState(true)
  const { form, dialog } = useContractForm(clientsContract.update, {
    values: { first: '', email: 'nowhere' },
    input: ({ first, email }) => ({ params: { id: sampleId(1) }, body: { name: first, email } }),
    place: { name: 'first' },
    done: 'Saved.',
    failed: 'Not saved.',
  })
  const { errors } = form.formState
  return (
    <FormDialog open onClose={() => undefined} title="Edit" leave="Cancel" send="Save" {...dialog}>
      <Controller
        control={form.control}
        name="first"
        render={({ field }) => (
          <Field label="First name" error={errors.first?.message}>
            <MoneyInput {...field} />
          </Field>
        )}
      />
      {isWanted && (
        <Field label="Email" error={errors.email?.message}>
          <TextInput {...form.register('email')} />
        </Field>
      )}
      <button type="button" onClick={() => setWanted(false)}>
        Without email
      </button>
    </FormDialog>
  )
}

function drawRefused() {
  const toasts = vi.spyOn(toast, 'error')
  const { person } = drawScreen(<Refused />)
  const press = (name: string) => person.click(screen.getByRole('button', { name }))
  return { toasts, press }
}

test('a form’s error that is shown at its field is not repeated in a toast', async () => {
  const { toasts, press } = drawRefused()
  await press('Save')
  expect(await screen.findByText('Enter a valid email address.')).toBeTruthy()
  expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBe('true')
  expect(toasts).not.toHaveBeenCalled()
})

test('when a form is rejected, only errors that belong to no field are shown in a toast', async () => {
  const { toasts, press } = drawRefused()
  await press('Without email')
  await press('Save')
  await waitFor(() => expect(toasts.mock.calls).toEqual([[{ title: 'Enter a valid email address.', description: '' }]]))
  expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBe('true')
})

test('the error of a form field that is no longer displayed disappears', async () => {
  const { toasts, press } = drawRefused()
  await press('Save')
  await press('Without email')
  await press('Save')
  await waitFor(() => expect(toasts).toHaveBeenCalledTimes(1))
})
