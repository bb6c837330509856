import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestUser } from '#server/test/factories.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { openMergeClinic, type MergeClinic } from './merge-fixture.ts'

/** For tests: the clinic of a test file, and two records of one person that are created for each test. */
export let clinic: MergeClinic
export let maria: TestUser
export let twin: TestUser

/** Registers the hooks that open the clinic and create the records; a test file calls it once. */
export function withTwoRecords(): void {
  beforeAll(async () => {
    clinic = await openMergeClinic()
  })
  afterAll(() => clinic.server.close())
  beforeEach(async () => {
    clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
    maria = await clinic.newClient('Maria Santos')
    twin = await clinic.newClient('Ma. Santos')
  })
}

export const detail = async (client: TestUser) =>
  (await clinic.admin(clientsContract.detail, { params: { id: client.clientId! } })).data
