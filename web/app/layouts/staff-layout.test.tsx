import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawScreen, personOfRole } from '#web/test/screen.tsx'
import { StaffLayout } from './staff-layout.tsx'

test('every page of the Settings menu and the pages Waitlist and First steps exist', async () => {
  const { person } = drawScreen(<StaffLayout person={personOfRole('admin')} />)
  await person.click(screen.getByRole('button', { name: 'Settings' }))
  const menu = await screen.findAllByRole('menuitem')
  const pages = menu.map(({ textContent }) => textContent)
  expect(pages).toContain('Terminals')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await person.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(expect.arrayContaining([...pages, 'Waitlist', 'First steps']))
})

test('while the clinic keeps charts, a practitioner’s navigation bar has a link to the clients whose next session is due', async () => {
  drawScreen(<StaffLayout person={{ ...personOfRole('practitioner'), clinical_record: true }} />)
  expect(screen.getByRole('link', { name: 'Due for a Session' }).getAttribute('href')).toBe('/due-clients')
  cleanup()
  drawScreen(<StaffLayout person={personOfRole('practitioner')} />)
  expect(screen.getByRole('link', { name: 'My day' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Due for a Session' })).toBeNull()
})
