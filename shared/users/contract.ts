import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import {
  email,
  id,
  instant,
  messageAnswer,
  optionalEmail,
  requiredName,
  strictBody,
  version,
} from '#shared/lib/fields.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { newPassword } from './password.ts'
import { ROLES } from './roles.ts'
import { userMessages as s } from './messages.ts'

const USER_STATUSES = ['Active', 'Must set password', 'Closed'] as const

const userRow = z.object({
  id,
  name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  contact_number: z.string().nullable(),
  role: z.enum(ROLES),
  /** For a practitioner: the resource whose visits the account shows. */
  practitioner_id: id.nullable(),
  status: z.enum(USER_STATUSES),
  /** Staff have changed the e-mail, and neither the person nor an admin has confirmed it: it does not log in yet. */
  email_waits: z.boolean(),
  joinDate: instant,
  /** The person's open request to close the account. */
  closure_request: z.object({ requested_at: instant, reason: z.string().nullable() }).nullable(),
  version,
})
export type UserRow = z.output<typeof userRow>

const fields = {
  name: requiredName(120, s.nameRequired),
  role: z.enum(ROLES, s.roleRequired),
  /** Only with the role practitioner: the resource whose visits the account shows. */
  practitioner_id: id.nullable().default(null),
}

type Link = { role: Role; practitioner_id: string | null }
/** A practitioner is given exactly with the role that shows their visits. */
const namesPractitioner = ({ role, practitioner_id }: Link) => role !== 'practitioner' || practitioner_id !== null
const namesNobodyElse = ({ role, practitioner_id }: Link) => role === 'practitioner' || practitioner_id === null
const required = { message: s.practitionerRequired, path: ['practitioner_id'] }
const ofOthers = { message: s.practitionerOfOthers, path: ['practitioner_id'] }

/** A client may have no e-mail and so no log-in; staff need one. */
const changedUser = strictBody({ ...fields, email: optionalEmail, password: newPassword.optional() })
  .refine(({ role, email: address }) => role === 'client' || address !== null, {
    message: s.emailOfStaff,
    path: ['email'],
  })
  .refine(({ role, email: address, password }) => role !== 'client' || address !== null || password === undefined, {
    message: s.emailForPassword,
    path: ['email'],
  })
  .refine(namesPractitioner, required)
  .refine(namesNobodyElse, ofOthers)

export const usersContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/get-all-users',
    access: 'users.manage',
    summary: 'User accounts, with the counts of the stat cards',
    database: 'snapshot',
    querystring: pageQuery(10, {
      role: z.enum(ROLES).optional(),
      /** Closed accounts stay in books and logs; the list shows them only on request. */
      closed: z.enum(['hide', 'show']).default('hide'),
      /** `requested`: only people who have asked to close their account. */
      closure: z.enum(['all', 'requested']).default('all'),
    }),
    response: z.object({
      users: z.array(userRow),
      ...pageCounters,
      /** Counts over all roles, regardless of the search. */
      summary: z.object({
        total: z.number().int(),
        clients: z.number().int(),
        admins: z.number().int(),
        cashiers: z.number().int(),
        practitioners: z.number().int(),
        /** People with an open request to close their account. */
        closure_requests: z.number().int(),
      }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/store-user-by-admin',
    access: 'users.manage',
    summary: 'Add a user account of any role',
    status: 201,
    database: 'none',
    body: strictBody({ ...fields, email, password: newPassword })
      .refine(namesPractitioner, required)
      .refine(namesNobodyElse, ofOthers),
    response: z.object({ data: userRow }),
  }),
  update: endpoint({
    method: 'PUT',
    url: '/api/edit-user-by-admin/:id',
    access: 'users.manage',
    summary: 'Change a user account; a new role or password ends its sessions, and new staff choose another password',
    database: 'none',
    params: z.object({ id }),
    body: changedUser,
    response: z.object({
      data: userRow,
      /** True when an open invitation was sent to the new e-mail. */
      invitation_sent: z.boolean(),
    }),
    errorData: { stale: userRow },
    ifMatch: true,
  }),
  appointmentsAhead: endpoint({
    method: 'GET',
    url: '/api/users/:id/appointments-ahead',
    access: 'users.manage',
    summary: 'How many appointments of a person stay booked when their account is closed',
    params: z.object({ id }),
    response: z.object({
      data: z.object({
        /** Unfinished appointments from today on. */
        appointments_ahead: z.number().int(),
      }),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/delete-user-by-admin/:id',
    access: 'users.manage',
    summary: 'Close a user account: contact and photo erased, sessions ended, name kept in books and logs',
    database: 'none',
    params: z.object({ id }),
    response: messageAnswer,
  }),
}
