import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Controller, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from './toggles.tsx'
import { Field } from './field.tsx'
import { MoneyInput } from './money-input.tsx'
import { TextInput, Textarea } from './text-input.tsx'

type Values = { name: string; reason: string; price: string; existing: boolean }
const required = (field: string) => ({ required: `Enter the ${field}.` })

function Form({ onSave }: { onSave: (values: Values) => void }) {
  const { register, control, handleSubmit, formState } = useForm<Values>({
    defaultValues: { name: '', reason: '', price: '', existing: false },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((values) => onSave(values))(event)}>
      <Field label="Name" required error={errors.name?.message}>
        <TextInput {...register('name', required('name'))} />
      </Field>
      <Field label="Reason" hint="Shown on the calendar." error={errors.reason?.message}>
        <Textarea {...register('reason', required('reason'))} />
      </Field>
      <Controller
        control={control}
        name="price"
        rules={required('price')}
        render={({ field, fieldState }) => (
          <Field label="Price" error={fieldState.error?.message}>
            <MoneyInput {...field} />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="existing"
        render={({ field: { value, ...field } }) => <Checkbox label="Use Existing User" checked={value} {...field} />}
      />
      <Button type="submit">Save</Button>
    </form>
  )
}

test('in a form the first invalid field gets the focus, errors are linked to their fields, and valid input is sent', async () => {
  const person = userEvent.setup()
  const onSave = vi.fn()
  render(<Form onSave={onSave} />)
  const name = screen.getByLabelText(/^Name/)
  const reason = screen.getByLabelText('Reason')

  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSave).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(name)
  expect(name.getAttribute('aria-required')).toBe('true')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  const describing = (reason.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(describing).toEqual(expect.arrayContaining(['Shown on the calendar.', 'Enter the reason.']))

  await person.type(name, 'Bianca Garcia')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(reason)
  await person.type(reason, 'Staff training')
  await person.type(screen.getByLabelText('Price'), '1250.5')
  await person.click(screen.getByRole('checkbox', { name: 'Use Existing User' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSave).toHaveBeenCalledWith({
    name: 'Bianca Garcia',
    reason: 'Staff training',
    price: '1,250.50',
    existing: true,
  })
  expect(name.getAttribute('aria-invalid')).toBeNull()
})

test('a busy button keeps its visible label, ignores clicks, and stays focused', async () => {
  const person = userEvent.setup()
  const onClick = vi.fn()
  render(
    <Button busy busyLabel="SAVING..." onClick={onClick}>
      SAVE CLIENT
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'SAVING...' })
  await person.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})
