import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { invitationsContract } from '#shared/auth/invitations-contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { openMailClinic } from './message-fixture.ts'

test('an invitation whose sender has left since comes from the clinic', async () => {
  const clinic = await openMailClinic()
  onTestFinished(() => clinic.close())
  const { db } = clinic.server
  await db.updateTable('branches').set({ name: 'Perlas' }).execute()
  const sender = await createUser(db, 'admin', { name: 'Isabel Reyes' })
  const body = { name: 'Mara Ramos', email: 'mara@example.ph', role: 'cashier' } as const
  await clinic.server.as(sender.token)(invitationsContract.invite, { body })
  await clinic.admin(usersContract.remove, { params: { id: sender.id } })
  await clinic.deliverAll()
  const text = clinic.mail.received.find(({ to }) => to[0] === body.email)!.email.text!
  expect(text).toContain('Perlas invites you')
  expect(text).not.toMatch(/\{\w+\}|undefined|Isabel/)
})
