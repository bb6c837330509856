import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import {
  civilDate,
  email,
  id,
  instant,
  messageAnswer,
  optionalEmail,
  optionalText,
  requiredName,
  strictBody,
  version,
} from '#shared/lib/fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import type { Role } from '#shared/people/role.ts'
import { newPassword, typedPassword } from './password.ts'
import { ROLES } from './roles.ts'
import { closureRequestMessages, userMessages as s } from './messages.ts'

const byUser = z.object({ id })

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
  /**
   * True if staff have changed the e-mail and nobody has confirmed it, so that the person cannot log in with it yet.
   */
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
  /** The resource whose visits the account shows; null for every role but practitioner. */
  practitioner_id: id.nullable().default(null),
}

type Link = { role: Role; practitioner_id: string | null }
/** An account must name a practitioner if its role is practitioner, and no other role may name one. */
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

const listFilter = {
  role: z.enum(ROLES).optional(),
  /** Closed accounts stay in books and logs; the list shows them only on request. */
  closed: z.enum(['hide', 'show']).default('hide'),
  /** With `requested`, the list has only people who have asked to close their account. */
  closure: z.enum(['all', 'requested']).default('all'),
}

export const usersContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/get-all-users',
    access: 'users.manage',
    summary: 'User accounts, with the counts of the stat cards',
    database: 'snapshot',
    querystring: pageQuery(10, listFilter),
    response: z.object({
      users: z.array(userRow),
      ...pageCounters,
      /** The numbers of accounts by role, whatever the list is filtered by. */
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
  exportList: exportOf('/api/get-all-users', 'users.manage', 'The filtered user accounts', searchQuery(listFilter)),
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
    summary:
      'Change a user account; a new role or password ends its sessions, and people who become staff must choose a new password',
    database: 'none',
    params: byUser,
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
    summary: "The number of a person's upcoming appointments, which stay booked when their account is closed",
    params: byUser,
    response: z.object({
      data: z.object({
        /** The number of the person's unfinished appointments from today on. */
        appointments_ahead: z.number().int(),
        /**
         * Until when the clinic keeps the person's chart, which is locked with the account; left out without a chart.
         */
        chart_kept_until: civilDate.optional(),
      }),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/delete-user-by-admin/:id',
    access: 'users.manage',
    summary:
      'Close a user account: erases contact data and photo, and ends all sessions; the name stays on documents and in the history log',
    database: 'none',
    params: byUser,
    response: messageAnswer,
  }),
}

/** The roles that an admin can invite. */
export const STAFF_ROLES = ['admin', 'cashier', 'practitioner'] as const

const invitation = z.object({
  user_id: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  invited_at: instant,
  expires_at: instant,
  is_expired: z.boolean(),
})
export type Invitation = z.output<typeof invitation>

/** Invitations of staff, who choose their own password. */
export const invitationsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/user-invitations',
    access: 'users.manage',
    summary: 'Invitations of staff that have not been accepted yet, newest first',
    response: z.object({ data: z.array(invitation), sends_email: z.boolean() }),
  }),
  invite: endpoint({
    method: 'POST',
    url: '/api/user-invitations',
    access: 'users.manage',
    summary: 'Add a staff account without a password, and send a link to choose one',
    status: 201,
    body: strictBody({
      name: requiredName(120, s.nameRequired),
      email,
      role: z.enum(STAFF_ROLES, s.roleRequired),
      /** Only for the role practitioner: the resource whose visits the account shows. */
      practitioner_id: id.nullable().default(null),
    })
      .refine(namesPractitioner, required)
      .refine(namesNobodyElse, ofOthers),
    response: messageAnswer,
  }),
  resend: endpoint({
    method: 'POST',
    url: '/api/user-invitations/:id/resend',
    access: 'users.manage',
    summary: 'Send an open invitation again; the earlier link becomes invalid',
    params: byUser,
    response: messageAnswer,
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/user-invitations/:id',
    access: 'users.manage',
    summary: 'Withdraw an open invitation: its link becomes invalid, and the account is closed',
    database: 'none',
    params: byUser,
    response: messageAnswer,
  }),
}

const CLOSURE_STATES = ['open', 'withdrawn', 'done', 'declined'] as const

export const closureRequest = z.object({
  state: z.enum(CLOSURE_STATES),
  /** Why the person wants to close the account. */
  reason: z.string().nullable(),
  requested_at: instant,
  decided_at: instant.nullable(),
  /** Why staff declined the request to close the account. */
  answer: z.string().nullable(),
})
export type ClosureRequest = z.output<typeof closureRequest>

const latest = z.object({ data: closureRequest.nullable() })

export const closureRequestContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/closure-request',
    access: 'any-account',
    summary: "The caller's latest request to close their account, or null",
    response: latest.extend({
      /** Until when the clinic keeps the caller's chart after closing the account; left out without a chart. */
      chart_kept_until: civilDate.optional(),
    }),
  }),
  ask: endpoint({
    method: 'POST',
    url: '/api/my/closure-request',
    access: 'any-account',
    summary: "Ask the clinic to close the caller's account; one open request at a time",
    status: 201,
    database: 'none',
    body: strictBody({ current_password: typedPassword, reason: optionalText(500) }),
    response: latest,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    url: '/api/my/closure-request',
    access: 'any-account',
    summary: "Withdraw the caller's open request to close their account",
    response: messageAnswer,
  }),
  decide: endpoint({
    method: 'PUT',
    url: '/api/users/:id/closure-request',
    access: 'users.manage',
    summary: 'Close the account of a person who asked for it, or decline the request with a reason',
    database: 'none',
    params: byUser,
    body: strictBody({ decision: z.enum(['close', 'decline']), answer: optionalText(500) }).refine(
      (body) => body.decision === 'close' || body.answer !== null,
      { message: closureRequestMessages.answerNeeded, path: ['answer'] },
    ),
    response: messageAnswer,
  }),
}
