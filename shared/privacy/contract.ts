import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { instant, strictBody } from '#shared/lib/fields.ts'
import { PRIVACY_NOTICE_VERSION } from './notice.ts'
import { privacyMessages as s } from './messages.ts'

/** The purposes for which a person can give consent. */
const CONSENT_PURPOSES = ['privacy_notice'] as const

export const consent = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  version: z.string(),
  given_at: instant,
  withdrawn_at: instant.nullable(),
})
export type Consent = z.output<typeof consent>

/**
 * Accepts only the current version: a page that is out of date must not record consent to a text its reader has not
 * seen.
 */
export const currentNoticeVersion = z.literal(PRIVACY_NOTICE_VERSION, s.notCurrent)

const consents = z.object({
  data: z.array(consent),
  /** The current version of the privacy notice. */
  current_version: z.string(),
})

export const privacyContract = {
  consents: endpoint({
    method: 'GET',
    url: '/api/my/consents',
    access: 'any-account',
    summary: 'The versions of the privacy notice that the caller has accepted, newest first',
    response: consents,
  }),
  give: endpoint({
    method: 'POST',
    url: '/api/my/consents',
    access: 'any-account',
    summary: 'Accept the current version of the privacy notice; accepting it again changes nothing',
    body: strictBody({ privacy_version: currentNoticeVersion }),
    response: consents,
  }),
}
