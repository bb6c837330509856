import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { requestMessages as s } from '#shared/appointments/desk-messages.ts'
import { requestsContract } from '#shared/appointments/desk-contract.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { RequestQueue } from '#web/appointments/desk/requests/request-queue.tsx'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { page, sampleId, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'

withMorning()

const requests = ['Ana Cruz', 'Bea Lim', 'Cora Tan'].map((name, i) => ({
  ...visit,
  id: sampleId(80 + i),
  name,
  status: 'pending' as const,
  appointment_date: addDays(TODAY, 1),
  requested_at: '2026-11-20T09:00:00+08:00',
  is_new_client: true,
  held_until: null,
}))
const days = [{ date: addDays(TODAY, 1), requests: 3 }]

test('selected requests are declined together after asking for the reason, and requests that were not declined are named', async () => {
  answer(requestsContract.requests, { data: requests, total: 3, ...page, summary: { days } })
  answer(requestsContract.decline, { data: { declined: 1, left: [visit] } })
  const { person } = drawScreen(<RequestQueue />, { role: 'cashier' })
  await person.click(await screen.findByRole('checkbox', { name: s.chooseAll(3) }))
  await person.click(screen.getByRole('checkbox', { name: s.choose('Bea Lim') }))
  await person.click(screen.getByText(s.declineChosen(2)))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(s.declineTitle(2))).toBeTruthy()
  expect(dialog.getByRole('radiogroup', { name: new RegExp(s.whyDeclined(2).slice(0, -1)) })).toBeTruthy()
  // The visits have not begun, so the reason "missed" is not offered.
  expect(dialog.getByText(statusMessages.reasons.client)).toBeTruthy()
  expect(dialog.queryByText(statusMessages.reasons['no-show'])).toBeNull()
  await person.click(dialog.getByText(s.sendDecline(2)))
  expect(sentBodies).toEqual([])
  await person.click(dialog.getByText(statusMessages.reasons.clinic))
  await person.click(dialog.getByText(s.sendDecline(2)))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentBodies).toEqual([{ ids: [requests[0]!.id, requests[2]!.id], reason: 'clinic' }])
  expect(await screen.findByText(s.declined(1))).toBeTruthy()
  expect(screen.getByText(s.leftPaid(1))).toBeTruthy()
  // After the answer no request is selected, so the checkbox offers to select all three.
  expect(screen.getByRole('checkbox', { name: s.chooseAll(3) })).toBeTruthy()
})

test.each<[string, () => void]>([
  ['the connection is lost', () => loseConnection(requestsContract.decline)],
  ['the server is down', () => refuse(requestsContract.decline, { status: 503 })],
])(
  'when requests cannot be declined because %s, the dialog stays open with the reason, and the requests stay selected',
  async (_, fail) => {
    answer(requestsContract.requests, { data: requests, total: 3, ...page, summary: { days } })
    fail()
    const { person } = drawScreen(<RequestQueue />, { role: 'cashier' })
    await person.click(await screen.findByRole('checkbox', { name: s.chooseAll(3) }))
    await person.click(screen.getByText(s.declineChosen(3)))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByText(statusMessages.reasons.clinic))
    await person.click(dialog.getByText(s.sendDecline(3)))
    expect((await dialog.findByRole('alert')).textContent).toContain(s.declineFailed)
    expect(dialog.getByRole('radio', { name: statusMessages.reasons.clinic, checked: true })).toBeTruthy()
    answer(requestsContract.decline, { data: { declined: 3, left: [] } })
    await person.click(dialog.getByText(s.sendDecline(3)))
    expect(await screen.findByText(s.declined(3))).toBeTruthy()
    expect(sentBodies.at(-1)).toEqual({ ids: requests.map(({ id }) => id), reason: 'clinic' })
  },
)

test('the appointments page starts with the booking requests, longest waiting first, with phone number, time and buttons to answer them', async () => {
  const [jovita, karen] = [
    { ...requests[0]!, name: 'Jovita Cruz', requested_at: `${TODAY}T09:00:00+08:00`, contact_number: '+639175550123' },
    { ...requests[1]!, name: 'Karen Lim', requested_at: `${TODAY}T09:00:10+08:00`, is_new_client: false },
  ]
  const held = { ...jovita, held_until: '2026-11-22T09:00:00+08:00' }
  answer(requestsContract.requests, { data: [held, karen], total: 2, ...page, summary: { days } })
  answer(requestsContract.confirm, { data: { confirmed: 1, left: [] } })
  const { person } = drawScreen(<RequestQueue />, { role: 'cashier' })
  const row = (await screen.findByText('Jovita Cruz')).closest('tr')!
  for (const text of ['New client', 'just now', 'Expires Nov 22, 2026', visit.service_name, '9:00 AM - 9:30 AM'])
    expect(row.textContent).toContain(text)
  const phone = within(row).getByRole('link', { name: '0917 555 0123' })
  expect(phone.getAttribute('href')).toBe('tel:+639175550123')
  const names = [...document.querySelectorAll('tbody tr')].map((each) => each.textContent)
  expect([names[0], names[1]]).toEqual([expect.stringContaining('Jovita'), expect.stringContaining('Karen')])
  expect(names[1]).not.toContain('New client')
  screen.getByRole('button', { name: 'CONFIRM: Jovita Cruz' }).focus()
  answer(requestsContract.requests, { data: [karen], total: 1, ...page, summary: { days } })
  await person.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText('Jovita Cruz')).toBeNull())
  expect(asked).toContain('PUT /api/appointments/requests/confirm')
  expect(sentBodies).toEqual([{ ids: [jovita.id] }])
  // The focus moves to the next request, so that Enter alone answers them one after another.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'CONFIRM: Karen Lim' })))
})
