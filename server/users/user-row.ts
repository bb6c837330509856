import type { Person } from '#server/people/find-person.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { UserRow } from '#shared/users/contract.ts'

type Request = { requested_at: Date; reason: string | null }

function statusOf(person: Person): UserRow['status'] {
  if (person.closed_at) return 'Closed'
  return person.must_set_password ? 'Must set password' : 'Active'
}

/** A person as the user list shows them, with the e-mail they log in with. */
export const userRow = (person: Person, request?: Request): UserRow => ({
  id: person.id,
  name: person.name,
  username: person.email ?? '',
  email: person.email,
  contact_number: person.contact_number,
  role: person.role,
  practitioner_id: person.practitioner_id,
  status: statusOf(person),
  email_waits: person.email_waits,
  joinDate: isoInManila(person.created_at),
  version: person.version,
  closure_request: request ? { requested_at: isoInManila(request.requested_at), reason: request.reason } : null,
})
