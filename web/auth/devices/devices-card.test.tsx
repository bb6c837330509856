import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { devicesContract as contract } from '#shared/auth/devices-contract.ts'
import { devicesMessages as s } from '#shared/auth/devices-messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen } from '#web/test/screen.tsx'
import { DevicesCard } from './devices-card.tsx'

const session = {
  id: sampleId(1),
  device: 'Chrome 142 on Windows',
  last_used_at: '2026-11-21T09:30:00+08:00',
  is_current: true,
  is_logged_in: true,
  gets_notifications: false,
}
const phone = {
  ...session,
  id: sampleId(2),
  device: 'Safari 18 on iPhone',
  is_current: false,
  gets_notifications: true,
}
const unknown = { ...phone, id: sampleId(3), device: '', is_logged_in: false }

test('the profile names each device, and logs out of another one or of all others, but not of this one', async () => {
  answer(contract.list, { data: { sessions: [session, phone, unknown] } })
  const { person } = drawScreen(<DevicesCard />)
  await screen.findByText('Chrome 142 on Windows')
  expect(screen.getAllByText(s.lastUsed('Nov 21, 2026, 9:30 AM'))).toHaveLength(2)
  expect(screen.getByText(s.getsNotifications)).toBeDefined()
  expect(screen.getByText(s.onlyNotifications)).toBeDefined()
  expect(screen.getAllByText(s.current)).toHaveLength(1)
  expect(
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual([s.logOutOf('Safari 18 on iPhone'), s.logOutOf(s.unknown), s.logOutOthers])
  answer(contract.logOut, { message: s.loggedOut })
  answer(contract.list, { data: { sessions: [session, unknown] } })
  await person.click(screen.getByRole('button', { name: s.logOutOf('Safari 18 on iPhone') }))
  await screen.findByText(s.loggedOut)
  expect(asked).toContain(`DELETE /api/my/devices/${sampleId(2)}`)
  answer(contract.logOutOthers, { message: s.othersLoggedOut })
  answer(contract.list, { data: { sessions: [session] } })
  await person.click(screen.getByRole('button', { name: s.logOutOthers }))
  await screen.findByText(s.othersText)
  await person.click(screen.getByRole('button', { name: s.logOut }))
  await screen.findByText(s.othersLoggedOut)
  expect(screen.queryByRole('button', { name: s.logOutOthers })).toBeNull()
})
