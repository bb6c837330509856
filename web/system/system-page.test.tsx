import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SYSTEM_CHECKS, systemContract, type SystemCheck } from '#shared/system/contract.ts'
import { systemMessages as s } from '#shared/system/messages.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import SystemPage from './system-page.tsx'

const checks = (changed: Partial<SystemCheck>): SystemCheck[] =>
  SYSTEM_CHECKS.map((name) => ({ name, state: 'ok', text: `${name} works`, ...(changed.name === name && changed) }))

const show = (changed: Partial<SystemCheck>) =>
  answer(systemContract.read, {
    data: { version: '1.2.3', checked_at: '2026-11-21T09:00:00+08:00', checks: checks(changed) },
  })

test('the System page shows the version and the result of each check, and can check again', async () => {
  show({ name: 'backups', state: 'problem', text: s.backupsNotWritable('/mnt/usb') })
  drawScreen(<SystemPage />)
  expect(await screen.findByRole('heading', { name: s.version('1.2.3') })).toBeTruthy()
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual(
    SYSTEM_CHECKS.map((name) => s.names[name]),
  )
  const backups = items[SYSTEM_CHECKS.indexOf('backups')]!
  expect(within(backups).getByText(s.backupsNotWritable('/mnt/usb'))).toBeTruthy()
  expect(within(backups).getByRole('img', { name: s.states.problem })).toBeTruthy()
  show({})
  fireEvent.click(screen.getByRole('button', { name: s.refresh }))
  expect(await screen.findByText('backups works')).toBeTruthy()
  expect(screen.queryByRole('img', { name: s.states.problem })).toBeNull()
})
