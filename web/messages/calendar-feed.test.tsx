import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { calendarFeedContract as contract } from '#shared/messages/calendar-contract.ts'
import { calendarFeedMessages as s } from '#shared/messages/messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import { CalendarFeedDialog, MyCalendarFeed } from './calendar-feed.tsx'

const since = { created_at: '2026-11-21T09:00:00+08:00' }
const address = 'https://clinic.example.ph/api/calendar-feeds/the-secret.ics'

test('a practitioner creates a calendar URL, sees it once, and revokes it after a confirmation', async () => {
  answer(contract.mine, { data: { created_at: null } })
  const { person } = drawScreen(<MyCalendarFeed />, { role: 'practitioner' })
  expect(await screen.findByText(s.none)).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.revoke })).toBeNull()
  answer(contract.createMine, { data: { ...since, address } })
  answer(contract.mine, { data: since })
  await person.click(screen.getByRole('button', { name: s.make }))
  expect(await screen.findByDisplayValue(address)).toBeTruthy()
  expect(screen.getByText(s.once)).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: s.revoke }))
  answer(contract.revokeMine, { message: s.revoked })
  answer(contract.mine, { data: { created_at: null } })
  const confirm = await screen.findByRole('alertdialog', { name: s.revokeTitle })
  await person.click(within(confirm).getByRole('button', { name: s.revoke }))
  expect(await screen.findByText(s.revoked)).toBeTruthy()
  await waitFor(() => expect(screen.queryByDisplayValue(address)).toBeNull())
})

test('replacing a practitioner’s calendar URL asks for confirmation first, because the present URL stops working', async () => {
  answer(contract.ofResource, { data: since })
  const resource = { id: sampleId(81), name: 'Dr. Ana Reyes', kind: 'practitioner' }
  const { person } = drawScreen(<CalendarFeedDialog open onClose={() => undefined} resource={resource} />, {
    role: 'admin',
  })
  expect(await screen.findByText(s.since('Nov 21, 2026, 9:00 AM'))).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.makeNew }))
  refuse(contract.create, { status: 503, message: 'The clinic is busy.' })
  const confirm = await screen.findByRole('alertdialog', { name: s.newTitle })
  await person.click(within(confirm).getByRole('button', { name: s.makeNew }))
  expect(await screen.findByText('The clinic is busy.')).toBeTruthy()
  expect(screen.getByText(s.since('Nov 21, 2026, 9:00 AM'))).toBeTruthy()
})

test('an admin creates the calendar URL of the whole clinic, after reading what it shows', async () => {
  answer(contract.ofClinic, { data: { created_at: null } })
  const { person } = drawScreen(<CalendarFeedDialog open onClose={() => undefined} resource={null} />, {
    role: 'admin',
  })
  expect(await screen.findByText(s.none)).toBeTruthy()
  expect(screen.getByText(s.hintOfAll)).toBeTruthy()
  answer(contract.createOfClinic, { data: { ...since, address } })
  answer(contract.ofClinic, { data: since })
  await person.click(screen.getByRole('button', { name: s.make }))
  expect(await screen.findByDisplayValue(address)).toBeTruthy()
})
