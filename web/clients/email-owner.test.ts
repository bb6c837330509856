import { expect, test } from 'vitest'
import { CallError } from '#shared/lib/call.ts'
import { emailOwnerOf } from './email-owner.ts'

const owner = {
  client_id: '01900000-0000-7000-8000-000000000001',
  user_id: '01900000-0000-7000-8000-000000000002',
  name: 'Ella Cruz',
}

test('only a refusal that names a client offers one', () => {
  expect(emailOwnerOf(new CallError(409, 'conflict', 'In use.', { data: owner }))).toEqual(owner)
  expect(emailOwnerOf(new CallError(409, 'conflict', 'In use.'))).toBeNull()
  expect(emailOwnerOf(new CallError(409, 'conflict', 'In use.', { data: { ...owner, client_id: '1' } }))).toBeNull()
  expect(emailOwnerOf(new CallError(422, 'validation', 'Staff.', { data: owner }))).toBeNull()
  expect(emailOwnerOf(new Error('no call'))).toBeNull()
})
