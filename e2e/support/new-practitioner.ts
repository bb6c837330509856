import { resourcesContract } from '#shared/resources/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { PASSWORD, type Caller } from './clinic-api.ts'

export type NewPractitioner = { id: string; name: string; email: string }

/** Creates a practitioner who offers some services and has a log-in. */
export async function newPractitioner(
  admin: Caller,
  { name, services = [] }: { name: string; services?: readonly string[] },
): Promise<NewPractitioner> {
  const { data } = await admin(resourcesContract.create, {
    body: {
      kind: 'practitioner',
      name,
      title: 'Dermatologist',
      colour: '',
      is_active: 'true',
      service_ids: JSON.stringify(services),
      week: '[]',
    },
  })
  const email = `${crypto.randomUUID()}@practitioners.test`
  const account = { name, email, password: PASSWORD, role: 'practitioner', practitioner_id: data.id } as const
  await admin(usersContract.create, { body: account })
  return { id: data.id, name, email }
}
