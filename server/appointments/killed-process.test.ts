import { expect, onTestFinished, test } from 'vitest'
import { startMain } from '#server/test/start-main.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { startBookingClinic } from './booking-fixture.ts'

test('when the process that booked is killed right after the commit, another process announces the booking to open pages', async () => {
  const clinic = await startBookingClinic()
  onTestFinished(() => clinic.server.close())
  const { appUrl, ownerUrl } = clinic.server.database
  const dying = startMain({ DATABASE_URL: appUrl, DATABASE_ADMIN_URL: ownerUrl, DATA_DIR: clinic.server.uploadsDir })
  const address = await dying.address
  const home = await clinic.server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${clinic.cashier.token}` }
  const stream = await fetch(`${home}/api/events`, { headers })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const client = await clinic.newClient()
  const soon = addDays(manilaDate(new Date()), 7)
  const booked = await fetch(new URL(contract.book.url, address), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(clinic.visit(soon, '10:00:00', client.id)),
  })
  dying.process.kill('SIGKILL')
  expect(booked.status).toBe(201)
  await dying.exited
  let text = ''
  while (!text.includes('event: AppointmentBooked')) {
    const { done, value } = await reader.read()
    expect(done, text).toBe(false)
    text += value ?? ''
  }
  await reader.cancel()
})
