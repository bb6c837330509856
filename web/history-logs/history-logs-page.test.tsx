import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { answer, answerBy, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import HistoryLogsPage from './history-logs-page.tsx'

test('history logs that cannot be loaded show an error', async () => {
  refuse(historyLogsContract.list, { status: 409, message: 'No.' })
  drawScreen(<HistoryLogsPage />)
  expect(await screen.findByText('Failed to load history logs.')).toBeTruthy()
})

test('the history log is filtered by one kind of record, and the URL keeps the filter', async () => {
  const searches: string[] = []
  answerBy(historyLogsContract.list, (url) => {
    searches.push(url.search)
    const summary = { total: 0, created: 0, updated: 0, deleted: 0, last_updated: null }
    return { logs: [], total: 0, page: 1, per_page: 10, summary }
  })
  const { person, router } = drawScreen(<HistoryLogsPage />)
  await person.click(await screen.findByRole('combobox', { name: 'Filter by record' }))
  await person.click(await screen.findByRole('option', { name: 'Appointments' }))
  await waitFor(() => expect(searches.at(-1)).toContain('subject=appointment'))
  expect(router.state.location.search).toContain('subject=appointment')
})

test('exporting a history log that is too long for a PDF is rejected at once, and CSV is offered instead', async () => {
  const summary = { total: 50_001, created: 0, updated: 50_001, deleted: 0, last_updated: null }
  answer(historyLogsContract.list, { logs: [], total: 50_001, page: 1, per_page: 10, summary })
  refuse(historyLogsContract.exportCsv, { status: 409, message: 'Asked for.' })
  const { person } = drawScreen(<HistoryLogsPage />)
  await screen.findAllByText('50,001')
  await person.click(screen.getByRole('button', { name: 'EXPORT PDF' }))
  const refusal = 'A PDF holds at most 50,000 rows. Please narrow the list, or export as CSV.'
  expect(await screen.findByText(refusal)).toBeTruthy()
  const exports = () => asked.filter((call) => call.includes('export'))
  expect(exports()).toEqual([])
  await person.click(screen.getByRole('button', { name: 'EXPORT CSV' }))
  expect(await screen.findByText('Asked for.')).toBeTruthy()
  expect(exports()).toEqual(['GET /api/history-logs/export'])
})
