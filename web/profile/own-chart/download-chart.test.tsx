import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownChartLockMessages } from '#shared/charts/own-chart-messages.ts'
import { ownFormsContract } from '#shared/forms/signing-contract.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { ownChartContract } from '#shared/profile/own-chart-contract.ts'
import { closureRequestContract } from '#shared/users/contract.ts'
import { OwnConsents } from '#web/chart-photos/own-consents.tsx'
import { MyForms } from '#web/forms/filling/my-forms.tsx'
import { MyData } from '#web/profile/my-data.tsx'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'
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
] as const)('no download of the chart is offered to a $role (the clinic keeps charts: $keepsCharts)', (visitor) => {
  drawScreen(<DownloadChart />, visitor)
  expect(screen.queryByRole('button')).toBeNull()
})

test('while the account awaits confirmation, the profile says what the client must do to see the chart, and requests no part of the chart', async () => {
  answer(closureRequestContract.read, { data: null })
  answer(privacyContract.consents, { data: [], current_version: '2026-01-01' })
  answer(ownFormsContract.filling, {
    data: {
      first_name: 'Ana',
      is_adult: null,
      forms: [
        { form_version_id: sampleId(1), title: 'Consent form', content: { title: '', sections: [] }, draft: null },
      ],
    },
    signed: [],
  })
  const profile = (
    <>
      <MyForms />
      <OwnConsents />
      <MyData />
    </>
  )
  drawScreen(profile, { role: 'client', keepsCharts: true, isOwnChartLocked: true })
  expect(await screen.findByText('Consent form')).toBeTruthy()
  expect(screen.getAllByText(ownChartLockMessages.awaitsConfirmation)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Download my chart (PDF)' })).toBeNull()
  expect(asked.filter((call) => call.includes('chart') || call.includes('publication'))).toEqual([])
})
