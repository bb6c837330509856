import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { SAMPLE_INSTANT } from '#shared/test/samples.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { queryClient } from '#web/lib/query.ts'
import { sampleClientDetail, sampleId } from '#web/test/samples.ts'
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

const availed = (n: number, service_name: string, treatment_name: string, date: string) => ({
  id: sampleId(60 + n),
  service_id: sampleId(12),
  service_name,
  treatment_name,
  date,
  sale_id: null,
  receipt_number: null,
  document_name: null,
  addons: [],
})

test('the page of a client shows N/A for unknown values, the long date format, and each service with treatment and date', async () => {
  answer(clientsContract.detail, { data: sampleClientDetail() })
  open()
  const facts = within(await screen.findByRole('region', { name: 'Basic Information' }))
  const terms = facts.getAllByRole('term').map(({ textContent }) => textContent)
  expect(terms.filter((term) => /^(Name|Email|Contact|Joined)/.test(term))).toHaveLength(4)
  expect(facts.getByText('Bianca Garcia')).toBeTruthy()
  expect(facts.getByText(formatDate(SAMPLE_INSTANT.slice(0, 10))).textContent).toMatch(/^[A-Z][a-z]+ \d+, \d{4}$/)
  expect(facts.getAllByText('N/A')).toHaveLength(2)
  const history = () => within(screen.getByRole('region', { name: 'Service History' }))
  expect(history().getByText('No service history')).toBeTruthy()
  expect(history().getByText('Services will appear here once they are added.')).toBeTruthy()

  cleanup()
  queryClient.clear()
  const services_availed = [
    availed(2, 'Diamond Peel Facial', 'Signature Facials', '2026-11-21'),
    availed(1, 'Glycolic Peel', 'Chemical Peels', '2026-11-20'),
  ]
  answer(clientsContract.detail, { data: sampleClientDetail({ services_availed }) })
  open()
  await screen.findByRole('region', { name: 'Service History' })
  expect(history().getByText('2 services')).toBeTruthy()
  const entries = history().getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Diamond Peel Facial – Signature Facials Nov 21, 2026',
    'Glycolic Peel – Chemical Peels Nov 20, 2026',
  ])
})
