import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownChartContract } from '#shared/profile/own-chart-contract.ts'
import { asked, drawScreen, refuse } from '#web/test/screen.tsx'
import { DownloadChart } from './download-chart.tsx'

test('when a client’s own chart cannot be downloaded, the page says why', async () => {
  refuse(ownChartContract.read, { status: 404, code: 'not_found', message: 'The clinic keeps no chart about you.' })
  const { person } = drawScreen(<DownloadChart />, { role: 'client', keepsCharts: true })
  await person.click(screen.getByRole('button', { name: 'Download my chart (PDF)' }))
  expect(await screen.findByText('Your chart could not be downloaded.')).toBeTruthy()
  expect(await screen.findByText('The clinic keeps no chart about you.')).toBeTruthy()
  expect(asked).toEqual(['GET /api/my/chart'])
})

test.each([
  { role: 'cashier', keepsCharts: true },
  { role: 'client', keepsCharts: false },
] as const)('the chart is not offered to a $role of a clinic with charts: $keepsCharts', (visitor) => {
  drawScreen(<DownloadChart />, visitor)
  expect(screen.queryByRole('button')).toBeNull()
})
