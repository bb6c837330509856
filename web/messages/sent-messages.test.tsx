import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messagesContract, type OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { answer, asked, drawScreen } from '#web/test/screen.tsx'
import { ClientMessages } from './sent-messages.tsx'

const client = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Liza Soriano' }
const message: OutboxMessage = {
  id: '01900000-0000-7000-8000-0000000000aa',
  occasion: 'confirmed',
  channel: 'email',
  state: 'failed',
  reason: 'EMESSAGE 550',
  person: 'Liza Soriano',
  appointment_date: '2026-12-01',
  appointment_time: '14:00:00',
  created_at: '2026-11-21T09:00:00+08:00',
  send_at: '2026-11-21T09:00:00+08:00',
  sent_at: null,
  tries: 1,
  unanswered: 0,
}

test('a client without messages shows that none were sent', async () => {
  answer(messagesContract.ofClient, { data: [], total: 0 })
  drawScreen(<ClientMessages client={client} />, { role: 'cashier' })
  expect(await screen.findByText(s.ofClientNone)).toBeTruthy()
})

test('a failed message shows why and can be sent again after a confirmation, unless it contains an access link', async () => {
  const password = { ...message, id: client.id, occasion: 'password_reset', state: 'sent' } as const
  answer(messagesContract.ofClient, {
    data: [
      { ...message, can_resend: true },
      { ...password, sent_at: message.created_at, can_resend: false },
    ],
    total: 34,
  })
  const { person } = drawScreen(<ClientMessages client={client} />, { role: 'cashier' })
  expect(await screen.findByText('Not accepted: EMESSAGE 550')).toBeTruthy()
  expect(screen.getByText('The newest 2 of 34 messages.')).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  answer(messagesContract.resendToClient, { message: s.resent })
  await person.click(screen.getByRole('button', { name: /Send again/ }))
  await person.click(await screen.findByRole('button', { name: s.resend }))
  expect(await screen.findByText(s.resent)).toBeTruthy()
  expect(asked.some((call) => call.includes(`/api/clients/${client.id}/messages/${message.id}/resend`))).toBe(true)
})
