import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import TerminalsPage from './terminals-page.tsx'

test('the page of terminals asks before unsaved settings of cash control are lost, when another tab is opened and when the page is left', async () => {
  const settings = { is_on: false, allowed_difference: 0, approval_limit: 500, version: 1 }
  answer(cashManagementContract.settings, { data: settings })
  const { person, router } = drawScreen(<TerminalsPage />, { role: 'admin', at: '/settings' })
  const change = async () => person.click(await screen.findByRole('switch', { name: s.isOn }))
  const openOther = () => person.click(screen.getByRole('tab', { name: s.tabs.readings }))
  const isOpen = () => screen.getByRole('tab', { name: s.tabs.readings }).ariaSelected
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
