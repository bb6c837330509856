import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chartsContract } from '#shared/charts/contract.ts'
import { clinicalRecordMessages as s } from '#shared/charts/messages.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import ClinicalRecordPage from './clinical-record-page.tsx'

test('the settings of the clinical record ask before unsaved changes are lost, when another tab is opened and when the page is left', async () => {
  answer(chartsContract.settings, { data: { is_on: false, is_open_to_practitioners: false, version: 1 } })
  const { person, router } = drawScreen(<ClinicalRecordPage />, { role: 'admin', at: '/settings' })
  const change = async () => person.click(await screen.findByRole('switch', { name: s.isOn }))
  const openOther = () => person.click(screen.getByRole('tab', { name: s.readLog }))
  const isOpen = () => screen.getByRole('tab', { name: s.readLog }).ariaSelected
  await change()
  await openOther()
  await person.click(await screen.findByRole('button', { name: uiMessages.keepEditing }))
  expect(isOpen()).toBe('false')
  expect(screen.getByRole('switch', { name: s.isOn }).ariaChecked).toBe('true')
  await act(() => router.navigate('/dashboard'))
  await person.click(await screen.findByRole('button', { name: uiMessages.stay }))
  expect(router.state.location.pathname).toBe('/settings')
  await openOther()
  await person.click(await screen.findByRole('button', { name: uiMessages.discard }))
  await waitFor(() => expect(isOpen()).toBe('true'))
})
