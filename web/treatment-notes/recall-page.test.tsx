import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exportMessages } from '#shared/lib/messages.ts'
import {
  batchRecallContract as contract,
  type BatchRecipient,
  type NoteBatch,
} from '#shared/treatment-notes/contract.ts'
import { recallMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { notePath } from '#web/lib/paths.ts'
import { page, sampleId } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import RecallPage from './recall-page.tsx'

const batch: NoteBatch = {
  product_name: 'Botox',
  batch: 'C7741',
  expires_on: '2027-03-31',
  clients: 2,
  last_given_on: '2026-11-20',
}
const bianca: BatchRecipient = {
  note_id: sampleId(1),
  position: 0,
  client_id: sampleId(2),
  appointment_id: sampleId(3),
  name: 'Bianca Garcia',
  contact_number: '09175551234',
  email: 'bianca@example.ph',
  appointment_date: '2026-11-20',
  product_name: 'Botox',
  amount: 12,
  unit: 'units',
  area: 'glabella',
  batch: 'C7741',
  expires_on: '2027-03-31',
  practitioner_name: 'Dra. Reyes',
}
const carla: BatchRecipient = {
  ...bianca,
  note_id: sampleId(4),
  name: 'Carla Cruz',
  contact_number: null,
  amount: null,
  practitioner_name: null,
}

const queries: Record<string, string>[] = []

function draw(at = '/') {
  queries.length = 0
  answer(contract.batches, { data: [batch], ...page, total: 1 })
  answerBy(contract.recipients, ({ searchParams }) => {
    queries.push(Object.fromEntries(searchParams))
    return { data: [bianca, carla], ...page, total: 2, clients: 2 }
  })
  return drawScreen(<RecallPage />, { keepsCharts: true, at })
}

test('the batch recall opens the clients who received a batch, with contact, amount and note, and leads back to the list', async () => {
  const { person } = draw()
  const batches = within(await screen.findByRole('table', { name: s.batches }))
  expect((await batches.findByText('C7741')).closest('tr')?.textContent).toContain(
    'ProductBotoxExpiresMar 31, 2027Last givenNov 20, 2026Clients2 clients',
  )
  await person.click(batches.getByRole('button', { name: s.showClientsOf('C7741') }))
  expect(await screen.findByRole('heading', { name: 'Botox, batch C7741 · 2 clients' })).toBeTruthy()
  expect(queries.at(-1)).toMatchObject({ batch: 'C7741', product: 'Botox' })
  const [, first, second] = within(screen.getByRole('table', { name: s.clients })).getAllByRole('row')
  expect(first!.textContent).toContain('0917 555 1234 · bianca@example.ph')
  expect(first!.textContent).toContain('12 units')
  expect(second!.textContent).toContain(`Carla Cruz${s.contact}bianca@example.ph`)
  const link = within(first!).getByRole('link', { name: s.openNote })
  expect(link.getAttribute('href')).toBe(notePath(bianca.client_id, bianca.appointment_id))
  await person.click(screen.getByRole('button', { name: s.allBatches }))
  expect(await screen.findByRole('table', { name: s.batches })).toBeTruthy()
})

test('the URL of a batch recall opens the clients of the batch, who are exported with the same filter', async () => {
  const { person } = draw('/?batch=C7741&product=Botox')
  expect(await screen.findByText('Bianca Garcia')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: exportMessages.exportCsv }))
  await waitFor(() => expect(asked).toContain('GET /api/note-batches/recipients/export.csv'))
})

test('the batch recall distinguishes a batch that no note names from clients that could not be loaded', async () => {
  const { person } = draw()
  answer(contract.batches, { data: [], ...page, total: 0 })
  await person.type(await screen.findByRole('searchbox', { name: s.search }), 'XX')
  expect(await screen.findByText(s.noBatches)).toBeTruthy()
  refuse(contract.recipients)
  drawScreen(<RecallPage />, { keepsCharts: true, at: '/?batch=XX' })
  expect(await screen.findByText(s.clientsFailed)).toBeTruthy()
})
