import { expect, onTestFinished, test } from 'vitest'
import { consent, publishForm } from '#server/forms/signing/signing-fixture.ts'
import type { SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { signedFormsContract } from '#shared/forms/signing-contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { smsParts } from '#shared/messages/template.ts'
import { calendarOf, openMailClinic } from './message-fixture.ts'

test('e-mails and SMS about a visit at midnight say “midnight” beside the time, for the new and the previous time, on the day before the date of the calendar entry', async () => {
  const texts: string[] = []
  const sms: SmsGateway = {
    host: 'gateway.example',
    everyMs: 1,
    send: ({ text }) => {
      texts.push(text)
      return Promise.resolve()
    },
  }
  const clinic = await openMailClinic({ sms })
  onTestFinished(() => clinic.close())
  for (const occasion of ['confirmed', 'moved'] as const)
    await clinic.admin(messagesContract.saveOccasion, {
      body: { occasion, channel: 'sms', is_on: true, subject: null, body: null },
    })
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '0917 123 4567' })
  const id = await clinic.appointment('2026-12-01', '00:00:00', 'confirmed', client)
  await clinic.deliverAll()
  const confirmed = await clinic.mail.next()
  expect(confirmed.email.subject).toBe('Confirmed: Tuesday, December 1, 2026, 12:00 AM (midnight)')
  expect(confirmed.email.text).toContain('When: Tuesday, December 1, 2026, 12:00 AM (midnight)')
  expect(calendarOf(confirmed)!.starts).toBe('2026-12-01T16:00:00.000Z')
  const to = { appointment_date: '2026-12-02', appointment_time: '10:00:00' }
  await clinic.desk(contract.reschedule, { params: { id }, body: { appointment_id: id, ...to } })
  await clinic.deliverAll()
  const moved = await clinic.mail.next()
  expect(moved.email.text).toContain('It was on Tuesday, December 1, 2026 at 12:00 AM (midnight).')
  expect(moved.email.text).toContain('Previous time: Tuesday, December 1, 2026, 12:00 AM (midnight)')
  expect(texts).toEqual([
    expect.stringContaining('your visit on Tue, Dec 1, 12:00 AM (midnight) is confirmed.'),
    expect.stringContaining('your visit is now on Wed, Dec 2, 10:00 AM.'),
  ])
  expect(smsParts(texts[0]!)).toBe(1)
})

test('the e-mail with the forms of a visit at midnight says “midnight” beside the time', async () => {
  const clinic = await openMailClinic()
  onTestFinished(() => clinic.close())
  await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  await publishForm(clinic.server.db, consent())
  const id = await clinic.appointment('2026-12-01', '00:00:00', 'confirmed')
  await clinic.deliverAll()
  await clinic.mail.next()
  await clinic.desk(signedFormsContract.sendLink, { params: { id } })
  await clinic.deliverAll()
  expect((await clinic.mail.next()).email.text).toContain(
    'your visit on Tuesday, December 1, 2026 at 12:00 AM (midnight).',
  )
})
