import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { listOf, page, service } from '#web/test/samples.ts'
import { answer, drawScreen, loseConnection } from '#web/test/screen.tsx'
import PosPage from './pos-page.tsx'

const alertOf = async (sentence: string) =>
  within((await screen.findByText(sentence)).closest<HTMLElement>('[role=alert]')!)

test('what the demo cannot fetch it says by name, keeps the samples, and tries again', async () => {
  for (const call of [catalogueContract.treatments, catalogueContract.services, appointmentsContract.list])
    loseConnection(call)
  const { person } = drawScreen(<PosPage />, { at: '/posPage' })
  const tryAgain = async (sentence: string) =>
    person.click((await alertOf(sentence)).getByRole('button', { name: 'Try again' }))
  await person.click(screen.getByRole('tab', { name: /Services/ }))
  expect(await screen.findByText('Failed to fetch treatments.')).toBeTruthy()
  expect(await screen.findByText('Failed to fetch services.')).toBeTruthy()
  answer(catalogueContract.services, listOf(service))
  await tryAgain('Failed to fetch services.')
  // Without the treatments there is nothing to choose from: every service is there.
  await person.click(await screen.findByRole('button', { name: 'Add Hydra Glow' }))
  expect(screen.queryByText('Failed to fetch services.')).toBeNull()
  expect(screen.getByText('Failed to fetch treatments.')).toBeTruthy()

  await person.click(screen.getByRole('tab', { name: /Confirmed/ }))
  expect(await screen.findByText('Failed to fetch confirmed appointments.')).toBeTruthy()
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  await tryAgain('Failed to fetch confirmed appointments.')
  await waitFor(() => expect(screen.queryByText('Failed to fetch confirmed appointments.')).toBeNull())
  await person.click(screen.getByRole('tab', { name: /Samples/ }))
  await person.click(await screen.findByRole('button', { name: 'Add Back Massage' }))
  const tally = within(screen.getByRole('region', { name: 'Tally Box' }))
  const line = tally.getAllByRole('listitem').find(({ textContent }) => textContent?.includes('Back Massage'))
  expect(line?.textContent).toContain('₱600.00')
})
