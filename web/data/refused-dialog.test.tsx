import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen, refuse, refuseLater } from '#web/test/screen.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { useContractForm } from './use-contract-form.ts'

function EditDialog({ open, onClose }: DialogControl) {
  const { form, dialog } = useContractForm(clientsContract.update, {
    values: { name: 'Ana' },
    input: ({ name }) => ({ params: { id: sampleId(1) }, body: { name } }),
    failed: 'Not saved.',
  })
  return (
    <FormDialog open={open} onClose={onClose} title="Edit" leave="Cancel" send="Save" {...dialog}>
      <Field label="Name">
        <TextInput {...form.register('name')} />
      </Field>
    </FormDialog>
  )
}

function Page() {
  const edit = useDialog(EditDialog)
  return (
    <>
      <button onClick={() => edit.open({})}>Edit Ana</button>
      <button onClick={edit.close}>Close from outside</button>
      {edit.element}
    </>
  )
}

test('an error is shown in its dialog and announced to screen readers, until something in the dialog changes', async () => {
  const { person } = drawScreen(<Page />)
  await person.click(screen.getByRole('button', { name: 'Edit Ana' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }))
  refuse(clientsContract.update, { status: 409, message: 'Somebody else has this name.' })
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Not saved.Somebody else has this name.')
  expect(screen.getAllByText('Not saved.')).toHaveLength(1)
  await person.type(dialog.getByLabelText('Name'), '!')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('the error that somebody else has changed the row is shown in a toast, because the dialog then closes', async () => {
  const { person } = drawScreen(<Page />)
  await person.click(screen.getByRole('button', { name: 'Edit Ana' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }))
  refuse(clientsContract.update, { status: 409, code: 'state_moved', message: 'Somebody else has changed Ana.' })
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Somebody else has changed Ana.')).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('an error that arrives after its dialog was closed is shown in a toast', async () => {
  const { person } = drawScreen(<Page />)
  await person.click(screen.getByRole('button', { name: 'Edit Ana' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }))
  const answerNow = refuseLater(clientsContract.update, { status: 409, message: 'Somebody else has this name.' })
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  // The test fires the click directly, because people cannot reach this button under the dialog.
  fireEvent.click(screen.getByRole('button', { name: 'Close from outside', hidden: true }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit' })).toBeNull())
  answerNow()
  expect(await screen.findByText('Not saved.')).toBeTruthy()
})
