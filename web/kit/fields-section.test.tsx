import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { InputsSection } from './fields-section.tsx'

afterEach(cleanup)

const valueOf = (input: HTMLElement) => (input as HTMLInputElement).value

test('an amount gets commas while it is typed, the cursor stays behind the typed digit, and leaving the field adds decimals', async () => {
  render(<InputsSection />)
  const user = userEvent.setup()
  const amount = screen.getByLabelText<HTMLInputElement>(/^Amount Received/)
  await user.clear(amount)
  await user.type(amount, '123456.5')
  expect(valueOf(amount)).toBe('123,456.5')
  await user.type(amount, '9x', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(valueOf(amount)).toBe('1,923,456.5')
  expect(amount.selectionStart).toBe(3)
  await user.tab()
  expect(valueOf(amount)).toBe('1,923,456.50')
})

test('the value of a number field changes with its buttons and arrow keys and is limited to its range', async () => {
  render(<InputsSection />)
  const user = userEvent.setup()
  const count = screen.getByLabelText('Quantity')
  await user.type(count, '{ArrowUp}')
  expect(valueOf(count)).toBe('13')
  await user.click(screen.getAllByRole('button', { name: 'Decrease' })[0]!)
  expect(valueOf(count)).toBe('12')
  await user.clear(count)
  await user.type(count, '5000')
  await user.tab()
  expect(valueOf(count)).toBe('999')
})

test('a password can be shown and hidden', async () => {
  render(<InputsSection />)
  const user = userEvent.setup()
  const password = screen.getByLabelText(/^New Password/, { selector: 'input' })
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
  const described = { description: /At least 10 characters\.\s*It must not contain your name\./ }
  expect(screen.getByRole('textbox', { name: /^New Password/, ...described })).toBe(password)
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.getAttribute('type')).toBe('password')
})

test('a search field is cleared with its cross or Escape', async () => {
  render(<InputsSection />)
  const user = userEvent.setup()
  const search = screen.getByRole('searchbox', { name: 'Search clients' })
  await user.type(search, 'bianca')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(valueOf(search)).toBe('')
  expect(document.activeElement).toBe(search)
  await user.type(search, 'paolo')
  await user.keyboard('{Escape}')
  expect(valueOf(search)).toBe('')
})
