import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clinicExportContract as contract } from '#shared/exports/contract.ts'
import { clinicExportMessages as s } from '#shared/exports/messages.ts'
import * as saving from '#web/lib/copy-and-download.ts'
import { answer, answerBy, drawScreen, letPass, stopTime } from '#web/test/screen.tsx'
import ExportPage from './export-page.tsx'

afterEach(() => vi.restoreAllMocks())

const state = {
  is_running: false,
  has_started: false,
  has_charts: true,
  files: ['clients.csv', 'services.csv'],
  documents: 20_000,
}

test('the export page says what the file contains, and the browser saves the file itself, with documents as PDF on request', async () => {
  const opened = vi.spyOn(saving, 'downloadFrom').mockImplementation(() => undefined)
  answer(contract.read, { data: state })
  const { person } = drawScreen(<ExportPage />, { role: 'admin' })
  expect(await screen.findByText(s.withCharts)).toBeTruthy()
  expect(screen.getByText(/Yours are 20,000, so the download takes about 14 minutes longer/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.tables }))
  expect(screen.getByText('services.csv')).toBeTruthy()
  answer(contract.read, { data: { ...state, has_started: true } })
  await person.click(screen.getByRole('button', { name: s.download }))
  expect(await screen.findByText(s.started)).toBeTruthy()
  await person.click(screen.getByRole('checkbox', { name: s.documents }))
  await person.click(screen.getByRole('button', { name: s.download }))
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
  expect(opened.mock.calls.map(([url]) => url.replace(/id=[0-9a-f-]{36}/, 'id=…'))).toEqual([
    '/api/clinic/export.zip?id=…',
    '/api/clinic/export.zip?id=…&documents=pdf',
  ])
})

test('the export page starts no second export while one is running', async () => {
  const opened = vi.spyOn(saving, 'downloadFrom').mockImplementation(() => undefined)
  answer(contract.read, { data: { ...state, has_charts: false } })
  const { person } = drawScreen(<ExportPage />, { role: 'admin' })
  expect(await screen.findByText(s.withoutCharts)).toBeTruthy()
  answer(contract.read, { data: { ...state, is_running: true } })
  await person.click(screen.getByRole('button', { name: s.download }))
  expect(await screen.findByText(s.running)).toBeTruthy()
  expect(opened).not.toHaveBeenCalled()
})

test('the export page says that an export has started only after the server has confirmed that it has', async () => {
  stopTime()
  const opened = vi.spyOn(saving, 'downloadFrom').mockImplementation(() => undefined)
  const ids: (string | null)[] = []
  answerBy(contract.read, (url) => {
    ids.push(url.searchParams.get('id'))
    return { data: state }
  })
  drawScreen(<ExportPage />, { role: 'admin' })
  await letPass(1)
  fireEvent.click(screen.getByRole('button', { name: s.download }))
  await letPass(5)
  expect(screen.queryByText(s.started)).toBeNull()
  expect(screen.queryByText(s.refused)).toBeNull()
  await letPass(16)
  expect(screen.getByText(s.refused)).toBeTruthy()
  expect(screen.queryByText(s.started)).toBeNull()
  expect(opened.mock.calls).toEqual([[`/api/clinic/export.zip?id=${ids.at(-1)}`]])
})
