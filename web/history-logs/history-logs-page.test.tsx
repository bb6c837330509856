import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { drawScreen, refuse } from '#web/test/screen.tsx'
import HistoryLogsPage from './history-logs-page.tsx'

test('history logs that cannot be loaded say so', async () => {
  refuse(historyLogsContract.list, { status: 409, message: 'No.' })
  drawScreen(<HistoryLogsPage />)
  expect(await screen.findByText('Failed to load history logs.')).toBeTruthy()
})
