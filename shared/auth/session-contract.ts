import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, messageAnswer, strictBody } from '#shared/lib/fields.ts'
import { ROLES } from '#shared/users/roles.ts'

/** The logged-in person, as the page stores them. */
export const sessionPerson = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  contact_number: z.string().nullable(),
  user_role: z.enum(ROLES),
  must_set_password: z.boolean(),
  /**
   * `required`: the person must set up a second factor before anything else. `offered`: an admin without a second
   * factor is offered to set it up. The field is missing for everybody else.
   */
  second_factor: z.enum(['required', 'offered']).optional(),
  /** True if the clinic keeps a clinical record; otherwise this field is missing. */
  clinical_record: z.literal(true).optional(),
  /**
   * True while the person's account gives no access to their own chart, because no admin has confirmed the account yet.
   * Otherwise this field is missing.
   */
  is_own_chart_locked: z.literal(true).optional(),
})
export type SessionPerson = z.output<typeof sessionPerson>

/** Calls of every page of the app, in a module of their own to keep the app's shell small. */
export const sessionContract = {
  logout: endpoint({
    method: 'POST',
    url: '/api/logout',
    access: 'any-account',
    summary: 'End this session',
    beforePasswordChoice: true,
    database: 'none',
    body: z.union([z.null(), z.undefined(), strictBody({})]),
    response: messageAnswer,
  }),
  session: endpoint({
    method: 'GET',
    url: '/api/user',
    access: 'any-account',
    summary: 'The account that is logged in',
    beforePasswordChoice: true,
    timeoutMs: 10_000,
    response: z.object({ user: sessionPerson }),
  }),
}
