import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { client, sampleId } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, loseConnection, refuse, sentVersions } from '#web/test/screen.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { useContractForm } from './use-contract-form.ts'

const contract = clientsContract.update

type EditProps = { onDone?: () => void; onClose?: () => void; hidden?: { email: string } }

/** A form whose first field is the body's `name`; `hidden` adds a value without a field. */
function Edit({ onDone, onClose = () => undefined, hidden }: EditProps) {
  const { form, dialog, isDirty } = useContractForm(contract, {
    values: { first: 'Ana', email: '', ...hidden },
    input: ({ first, email }) => ({ params: { id: sampleId(1) }, body: { name: first, email } }),
    place: { name: 'first' },
    judge: ({ first }, found) => (first === 'admin' ? { first: 'Take another name.' } : found),
    done: (saved) => `${saved.data.name} is saved.`,
    failed: 'Not saved.',
    onDone,
  })
  const { errors } = form.formState
  return (
    <FormDialog open onClose={onClose} title="Edit" leave="Cancel" send="Save" busyLabel="Saving..." {...dialog}>
      <p>{isDirty ? 'Changed' : 'As it was'}</p>
      <Field label="First name" error={errors.first?.message}>
        <TextInput {...form.register('first')} />
      </Field>
      {!hidden && (
        <Field label="Email" error={errors.email?.message}>
          <TextInput {...form.register('email')} />
        </Field>
      )}
    </FormDialog>
  )
}

const first = () => screen.getByLabelText<HTMLInputElement>('First name')
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const save = () => screen.getByRole('button', { name: /^Sav/ })

test('form input that violates the contract is marked at its field, focused, and not sent', async () => {
  const { person } = drawScreen(<Edit />)
  await person.clear(first())
  await person.type(email(), 'nowhere')
  await person.click(save())
  expect(await screen.findByText('Enter a valid email address.')).toBeTruthy()
  expect(first().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(first())
  expect(asked).toEqual([])
})

test('an error of a form field that is not displayed is shown in a toast', async () => {
  const { person } = drawScreen(<Edit hidden={{ email: 'nowhere' }} />)
  await person.click(save())
  expect(await screen.findByText('Enter a valid email address.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('a form’s own validation rule applies in addition to those of the contract', async () => {
  const { person } = drawScreen(<Edit />)
  await person.clear(first())
  await person.type(first(), 'admin')
  await person.click(save())
  expect(await screen.findByText('Take another name.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('the server’s messages are shown at their form fields, even if a field has another name in the form than in the request; the first field with a message is focused', async () => {
  const { person } = drawScreen(<Edit />)
  refuse(contract, { status: 422, message: 'No.', errors: { name: ['Too odd.'], email: ['In use.'] } })
  await person.type(email(), 'ana@mutya.test')
  await person.click(save())
  expect(await screen.findByText('In use.')).toBeTruthy()
  expect(screen.getByText('Too odd.')).toBeTruthy()
  expect(document.activeElement).toBe(first())
  expect(screen.queryByText('Not saved.')).toBeNull()
})

test('an error of a form that belongs to no field is shown in a toast, and the typed text stays', async () => {
  const { person } = drawScreen(<Edit />)
  await person.type(first(), 'belle')
  refuse(contract, { status: 422, message: 'No.', errors: { version: ['Somebody was faster.'] } })
  await person.click(save())
  expect(await screen.findByText('Not saved.')).toBeTruthy()
  expect(screen.getByText('Somebody was faster.')).toBeTruthy()
  loseConnection(contract)
  await person.click(save())
  expect(await screen.findByText('No response from server. Please try again.')).toBeTruthy()
  expect(first().value).toBe('Anabelle')
  expect(screen.getByText('Changed')).toBeTruthy()
})

test('a form is sent once however often its button is pressed, shows a success message, and then calls the page’s callback for success', async () => {
  const done: string[] = []
  const { person } = drawScreen(<Edit onDone={() => done.push('done')} />)
  const release = answerLater(contract, { data: client })
  await person.dblClick(save())
  await person.type(first(), '{Enter}')
  await waitFor(() => expect(asked).toEqual([`PUT /api/clients/${sampleId(1)}`]))
  expect(save().textContent).toContain('Saving...')
  release()
  expect(await screen.findByText('Bianca Garcia is saved.')).toBeTruthy()
  expect(done).toEqual(['done'])
  answer(contract, { data: client })
  await person.click(save())
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('submitting a form that is inside another form does not submit the outer form', async () => {
  const { person } = drawScreen(
    <form
      onSubmit={() => {
        throw new Error('the outer form was sent')
      }}
    >
      <Edit />
    </form>,
  )
  answer(contract, { data: client })
  await person.click(save())
  expect(await screen.findByText('Bianca Garcia is saved.')).toBeTruthy()
})

const valuesOf = ({ name, email: address }: { name: string; email: string | null; version: number }) => ({
  first: name,
  email: address ?? '',
})

function EditIfMatch() {
  const row = { ...client, name: 'Ana', version: 3 }
  const { form, dialog } = useContractForm(contract, {
    values: valuesOf(row),
    edits: { row, valuesOf },
    input: ({ first: name, email: address }) => ({ params: { id: sampleId(1) }, body: { name, email: address } }),
    done: 'Saved.',
    failed: 'Not saved.',
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open
      onClose={() => undefined}
      title="Edit"
      leave="Cancel"
      send="Save"
      busyLabel="Saving..."
      {...dialog}
    >
      <Field label="First name" error={errors.first?.message}>
        <TextInput {...form.register('first')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...form.register('email')} />
      </Field>
    </FormDialog>
  )
}

const refuseAsStale = (newer: typeof client) =>
  refuse(contract, { status: 409, code: 'stale', message: 'Somebody changed this.', data: newer })

test('a form whose record was changed since it opened keeps typed text, shows current values in the other fields, and sends the new version', async () => {
  const newer = { ...client, name: 'Ana', email: 'ana@mutya.test' as never, version: 5 }
  refuseAsStale(newer)
  const { person } = drawScreen(<EditIfMatch />)
  await person.type(first(), ' Lim')
  await person.click(save())
  expect(await screen.findByText('Somebody changed this.')).toBeTruthy()
  expect([first().value, email().value]).toEqual(['Ana Lim', 'ana@mutya.test'])
  expect(screen.queryByText(/Somebody else/)).toBeNull()
  answer(contract, { data: { ...newer, version: 6 } })
  await person.click(save())
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(sentVersions).toEqual(['3', '5'])
})

test('if another user has changed a field of an open form, saving is refused: the field keeps the typed text, gets the focus, and the newer value is shown below it', async () => {
  refuseAsStale({ ...client, name: 'Ana Cruz', version: 5 })
  const { person } = drawScreen(<EditIfMatch />)
  await person.type(first(), ' Lim')
  await person.type(email(), 'ana@mutya.test')
  await person.click(save())
  const note = 'Somebody else changed this to Ana Cruz. Save again to keep yours.'
  expect(await screen.findByText(note)).toBeTruthy()
  expect(screen.getAllByText(/Somebody else/)).toHaveLength(1)
  expect([first().value, email().value]).toEqual(['Ana Lim', 'ana@mutya.test'])
  expect(document.activeElement).toBe(first())
  refuseAsStale({ ...client, name: 'Ana Lim', email: null, version: 6 })
  await person.click(save())
  await waitFor(() => expect(sentVersions).toEqual(['3', '5']))
  await waitFor(() => expect(screen.queryByText(note)).toBeNull())
  expect([first().value, email().value]).toEqual(['Ana Lim', 'ana@mutya.test'])
})

test('a form that stays open after it was saved is saved again with the version that its first save returned', async () => {
  answer(contract, { data: { ...client, name: 'Ana Lim', version: 4 } })
  const { person } = drawScreen(<EditIfMatch />)
  await person.type(first(), ' Lim')
  await person.click(save())
  expect(await screen.findByText('Saved.')).toBeTruthy()
  await person.type(first(), ' Cruz')
  await person.click(save())
  await waitFor(() => expect(sentVersions).toEqual(['3', '4']))
})

test('closing a form with Escape or the cross asks before typed text is lost, and Cancel closes it at once', async () => {
  const onClose = vi.fn()
  const { person } = drawScreen(<Edit onClose={onClose} />)
  await person.type(email(), 'ana@')
  await person.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Close without saving?' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep editing'))
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  expect(email().value).toBe('ana@')
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('an unchanged form closes without a confirmation', async () => {
  const onClose = vi.fn()
  const { person } = drawScreen(<Edit onClose={onClose} />)
  await screen.findByLabelText('First name')
  await person.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
