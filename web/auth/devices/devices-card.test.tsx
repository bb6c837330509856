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
const tablet = {
  id: sampleId(4),
  device: 'Chrome 142 on Android',
  last_used_at: '2026-11-20T09:30:00+08:00',
  trusted_until: '2026-12-19T08:00:00+08:00',
}
const unknown = { ...phone, id: sampleId(3), device: '', is_logged_in: false }

test('the profile lists the devices on which a user is logged in; the user can log out one of them or all others, and end the trust in a device', async () => {
  const trusted = { ...tablet, is_current: true }
  answer(contract.list, { data: { sessions: [session, phone, unknown], trusted: [trusted] } })
  const { person } = drawScreen(<DevicesCard />)
  await screen.findByText('Chrome 142 on Windows')
  expect(screen.getAllByText(s.lastUsed('Nov 21, 2026, 9:30 AM'))).toHaveLength(2)
  expect(screen.getByText(s.getsNotifications)).toBeDefined()
  expect(screen.getByText(s.onlyNotifications)).toBeDefined()
  expect(screen.getAllByText(s.current)).toHaveLength(2)
  expect(
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual([
    s.logOutOf('Safari 18 on iPhone'),
    s.logOutOf(s.unknown),
    s.logOutOthers,
    s.distrustOf('Chrome 142 on Android'),
  ])
  answer(contract.logOut, { message: s.loggedOut })
  answer(contract.list, { data: { sessions: [session, unknown], trusted: [trusted] } })
  await person.click(screen.getByRole('button', { name: s.logOutOf('Safari 18 on iPhone') }))
  await screen.findByText(s.loggedOut)
  expect(asked).toContain(`DELETE /api/my/devices/${sampleId(2)}`)
  answer(contract.logOutOthers, { message: s.othersLoggedOut })
  answer(contract.list, { data: { sessions: [session], trusted: [trusted] } })
  await person.click(screen.getByRole('button', { name: s.logOutOthers }))
  await screen.findByText(s.othersText)
  await person.click(screen.getByRole('button', { name: s.logOut }))
  await screen.findByText(s.othersLoggedOut)
  expect(screen.queryByRole('button', { name: s.logOutOthers })).toBeNull()
  expect(screen.getByText(s.trustedUntil('Dec 19, 2026'))).toBeDefined()
  answer(contract.distrust, { message: s.distrusted })
  answer(contract.list, { data: { sessions: [session], trusted: [] } })
  await person.click(screen.getByRole('button', { name: s.distrustOf('Chrome 142 on Android') }))
  await screen.findByText(s.distrusted)
  expect(asked).toContain(`DELETE /api/my/trusted-devices/${sampleId(4)}`)
  expect(screen.queryByText(s.trustedTitle)).toBeNull()
})
