import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import ClientDetailPage from './client-detail-page.tsx'

const open = () =>
  drawScreen(
    <Routes>
      <Route path="/clientPage/:clientId" element={<ClientDetailPage />} />
    </Routes>,
    { at: `/clientPage/${sampleId(31)}` },
  )

const calls = () => asked.filter((call) => call === `GET /api/clients-details/${sampleId(31)}`).length

test.each<[string, () => void]>([
  ['404', () => refuse(clientsContract.detail, { status: 404, code: 'not_found', message: 'Not found.' })],
  ['422', () => refuse(clientsContract.detail, { status: 422, code: 'validation', message: 'Not an id.' })],
  ['an empty object', () => answer(clientsContract.detail, {} as never)],
  ['an empty object as its data', () => answer(clientsContract.detail, { data: {} } as never)],
])(
  'if the request for a client gets %s, the page shows Client not found and a link to the list',
  async (_, setAnswer) => {
    setAnswer()
    open()
    expect(await screen.findByRole('heading', { name: 'Client not found' })).toBeTruthy()
    expect(screen.getByText("The client you're looking for doesn't exist or has been removed")).toBeTruthy()
    expect(screen.getByRole('link', { name: 'BACK TO CLIENTS' }).getAttribute('href')).toBe('/clientPage')
  },
)

test('when the client page fails for any other reason than a missing client, it shows an error with Try again', async () => {
  refuse(clientsContract.detail, { status: 500, code: 'internal', message: 'The clinic is busy.' })
  const { person } = open()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('heading', { name: 'Client not found' })).toBeNull()
  const before = calls()
  await person.click(retry)
  await waitFor(() => expect(calls()).toBeGreaterThan(before))
})
