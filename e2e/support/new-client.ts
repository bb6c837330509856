import { authContract } from '#shared/auth/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import type { RunningClinic } from '../fixtures.ts'
import { PASSWORD } from './clinic-api.ts'

export type NewClient = { id: string; name: string; email: string; token: string }

/**
 * Creates a client with a log-in for one test. The admin creates it, because registrations per address and hour are
 * limited.
 */
export async function newClient(clinic: RunningClinic, name: string): Promise<NewClient> {
  const email = `${crypto.randomUUID()}@clients.test`
  const body = { name, email, password: PASSWORD, role: 'client' } as const
  await clinic.call(clinic.admin)(usersContract.create, { body })
  const { token, user } = await clinic.call(null)(authContract.login, { body: { email, password: PASSWORD } })
  return { id: user.id, name, email, token }
}
