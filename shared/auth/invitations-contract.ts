import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { email, id, instant, messageAnswer, requiredName, strictBody } from '#shared/lib/fields.ts'
import { userMessages as s } from '#shared/users/messages.ts'

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

const byUser = z.object({ id })

/** Invitations of staff, who choose their own password. */
export const invitationsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/user-invitations',
    access: 'users.manage',
    summary: 'Invitations of staff that nobody has accepted yet, the newest first',
    response: z.object({ data: z.array(invitation), sends_email: z.boolean() }),
  }),
  invite: endpoint({
    method: 'POST',
    url: '/api/user-invitations',
    access: 'users.manage',
    summary: 'Add a user of the staff without a password, and send the link to choose one',
    status: 201,
    body: strictBody({
      name: requiredName(120, s.nameRequired),
      email,
      role: z.enum(STAFF_ROLES, s.roleRequired),
      /** Only for the role practitioner: the resource whose visits the account shows. */
      practitioner_id: id.nullable().default(null),
    })
      .refine(({ role, practitioner_id }) => role !== 'practitioner' || practitioner_id !== null, {
        message: s.practitionerRequired,
        path: ['practitioner_id'],
      })
      .refine(({ role, practitioner_id }) => role === 'practitioner' || practitioner_id === null, {
        message: s.practitionerOfOthers,
        path: ['practitioner_id'],
      }),
    response: messageAnswer,
  }),
  resend: endpoint({
    method: 'POST',
    url: '/api/user-invitations/:id/resend',
    access: 'users.manage',
    summary: 'Send an open invitation again; the earlier link is void',
    params: byUser,
    response: messageAnswer,
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/user-invitations/:id',
    access: 'users.manage',
    summary: 'Take an open invitation back: its link is void, and the account is closed',
    database: 'none',
    params: byUser,
    response: messageAnswer,
  }),
}
