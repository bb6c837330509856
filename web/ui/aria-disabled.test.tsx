import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Pager } from '#web/ui/data/pager.tsx'

function Pages() {
  const [page, setPage] = useState(2)
  return <Pager variant="steps" page={page} pageCount={3} onChange={setPage} />
}

test('the Next button of a pager becomes disabled on the last page and keeps the focus', async () => {
  const person = userEvent.setup()
  render(<Pages />)
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
  next.focus()
  await person.keyboard('{Enter}')
  expect(next.getAttribute('aria-disabled')).toBe('true')
  // In browsers the `disabled` attribute would take the focus away from the button.
  expect(next.disabled).toBe(false)
  await person.keyboard('{Enter}')
  expect(screen.getByText('Page 3 of 3')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Previous' }))
  expect(next.getAttribute('aria-disabled')).toBeNull()
})

test('a form with a disabled button is not sent, neither by a press nor by Enter', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const person = userEvent.setup()
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" disabled>
        Save
      </Button>
    </form>,
  )
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await person.type(screen.getByLabelText('Name'), 'Ana{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})
