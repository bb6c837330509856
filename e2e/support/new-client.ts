import { authContract } from '#shared/auth/contract.ts'
import { PASSWORD, type Caller } from './clinic-api.ts'

export type NewClient = { id: string; name: string; email: string; token: string }

/** A client of this test's own, registered as visitors do. */
export async function newClient(anyone: Caller, name: string): Promise<NewClient> {
  const email = `${crypto.randomUUID()}@clients.test`
  const { token, user } = await anyone(authContract.register, { body: { name, email, password: PASSWORD } })
  return { id: user.id, name, email, token }
}
