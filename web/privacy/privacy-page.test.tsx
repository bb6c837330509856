import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { chartNoticeMessages } from '#shared/privacy/messages.ts'
import { profile } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import PrivacyPage from './privacy-page.tsx'

const clinic = { data: profile, sends_email: false }

test.each([
  ['mentions the clinical record', { ...clinic, keeps_charts: true as const }, 1],
  ['does not mention the clinical record', clinic, 0],
])('the privacy notice %s, depending on the clinic’s setting for charts', async (_, response, sections) => {
  answer(clinicContract.read, response)
  drawScreen(<PrivacyPage />)
  await screen.findByRole('heading', { name: 'Who to contact' })
  expect(screen.queryAllByRole('heading', { name: chartNoticeMessages.title })).toHaveLength(sections)
})
