import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import ClientsPage from '#web/clients/clients-page.tsx'
import { answer, answerBy, drawScreen } from '#web/test/screen.tsx'

test('a list is exported with the search and order of the screen, and an export without rows makes no file', async () => {
  answer(clientsContract.list, { clients: [], total: 120, page: 3, per_page: 10 })
  const searches: string[] = []
  answerBy(clientsContract.exportList, ({ search }) => {
    searches.push(search)
    return ''
  })
  const { person } = drawScreen(<ClientsPage />, { at: '/clients?search=Cruz&sort=name&page=3' })
  await person.click(await screen.findByRole('button', { name: 'EXPORT' }))
  await person.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await screen.findByText('Nothing to export')).toBeTruthy()
  expect(searches).toEqual(['?search=Cruz&sort=name'])
})
