import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { uiMessages } from '#shared/lib/messages.ts'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

const andrea = { value: '1', label: 'Andrea Cruz' }
const bianca = { value: '2', label: 'Bianca Reyes' }

type Props = { items: (typeof andrea)[]; loading: boolean; onPick: (item: typeof andrea) => void; onSubmit: () => void }

/** A box with suggestions from the server. */
function Box({ items, loading, onPick, onSubmit }: Props) {
  const [text, setText] = useState('')
  return (
    <form onSubmit={onSubmit}>
      <Field label="Client">
        <Combobox value={text} onChange={setText} onPick={onPick} items={items} filtered loading={loading} />
      </Field>
    </form>
  )
}

test('Enter in a search field selects nothing until the results for the typed text arrive, and its list stays open', async () => {
  const person = userEvent.setup()
  const [onPick, onSubmit] = [vi.fn(), vi.fn()]
  const box = (items: (typeof andrea)[], loading: boolean) => (
    <Box items={items} loading={loading} onPick={onPick} onSubmit={onSubmit} />
  )
  const { rerender } = render(box([], true))
  await person.type(screen.getByRole('combobox'), 'Bia{Enter}')
  expect(await screen.findByText(uiMessages.loading)).toBeTruthy()

  // While results load, the loaded results for the earlier text cannot be chosen.
  rerender(box([andrea], true))
  expect(screen.queryByRole('option')).toBeNull()
  await person.keyboard('{ArrowDown}{Enter}')
  expect(onPick).not.toHaveBeenCalled()

  rerender(box([bianca], false))
  expect(await screen.findByRole('option', { name: 'Bianca Reyes' })).toBeTruthy()
  await person.keyboard('{Enter}')
  expect(onPick.mock.calls).toEqual([[bianca]])
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'Bianca Reyes')
  expect(onSubmit).not.toHaveBeenCalled()
})
