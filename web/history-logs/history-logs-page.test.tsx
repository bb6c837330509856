import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { answerBy, drawScreen, refuse } from '#web/test/screen.tsx'
import HistoryLogsPage from './history-logs-page.tsx'

test('history logs that cannot be loaded say so', async () => {
  refuse(historyLogsContract.list, { status: 409, message: 'No.' })
  drawScreen(<HistoryLogsPage />)
  expect(await screen.findByText('Failed to load history logs.')).toBeTruthy()
})

test('the log is narrowed to one kind of record, in the address too', async () => {
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
