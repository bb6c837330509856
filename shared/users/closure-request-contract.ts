import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer, optionalText, strictBody } from '#shared/lib/fields.ts'
import { closureRequestMessages as s } from './messages.ts'
import { typedPassword } from './password.ts'

const CLOSURE_STATES = ['open', 'withdrawn', 'done', 'declined'] as const

export const closureRequest = z.object({
  state: z.enum(CLOSURE_STATES),
  /** The person's own words. */
  reason: z.string().nullable(),
  requested_at: instant,
  decided_at: instant.nullable(),
  /** Why it was declined. */
  answer: z.string().nullable(),
})
export type ClosureRequest = z.output<typeof closureRequest>

const latest = z.object({ data: closureRequest.nullable() })

export const closureRequestContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/closure-request',
    access: 'any-account',
    summary: 'My latest request to close my account, or null',
    response: latest,
  }),
  ask: endpoint({
    method: 'POST',
    url: '/api/my/closure-request',
    access: 'any-account',
    summary: 'Ask the clinic to close my account; one open request at a time',
    status: 201,
    database: 'none',
    body: strictBody({ current_password: typedPassword, reason: optionalText(500) }),
    response: latest,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    url: '/api/my/closure-request',
    access: 'any-account',
    summary: 'Withdraw my open request',
    response: messageAnswer,
  }),
  decide: endpoint({
    method: 'PUT',
    url: '/api/users/:id/closure-request',
    access: 'users.manage',
    summary: 'Close the account of a person who asked for it, or decline with a sentence',
    database: 'none',
    params: z.object({ id }),
    body: strictBody({ decision: z.enum(['close', 'decline']), answer: optionalText(500) }).refine(
      (body) => body.decision === 'close' || body.answer !== null,
      { message: s.answerNeeded, path: ['answer'] },
    ),
    response: messageAnswer,
  }),
}
