import { isSigned, limitCalls, readToken, signToken } from '#server/auth/link-tokens.ts'
import { serverSecret } from '#server/auth/server-secret.ts'
import { isClinicalRecordOn } from '#server/charts/public.ts'
import type { Tx } from '#server/db/pool.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext } from '#server/lib/context.ts'
import { missingForms } from '#server/forms/public.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { formLinkContract, SentAnswers, Signature } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { keepDraft, presentFilling } from './filling.ts'
import { signForm } from './sign-form.ts'
import { LATE_MS, signingTime } from './signing-time.ts'
import * as views from './views.ts'

const SECRET_NAME = 'form-link'

type Visit = { id: string; client_id: string; email: string }

/** The values that the token's signature covers: if the client or the e-mail changes, the link becomes invalid. */
const signedOf = ({ client_id, email }: Omit<Visit, 'id'>) => [client_id, email]

/** The address for filling in a visit's forms. The token is in the fragment, so that no server or log contains it. */
export async function formLinkOf(tx: Tx, now: Date, visit: Visit, origin: string): Promise<string> {
  return `${origin}/forms#${signToken(await serverSecret(tx, SECRET_NAME, now), visit.id, signedOf(visit))}`
}

const linkIsVoid = () => new AppError('not_found', s.linkVoid)

/** The statuses of visits for which forms can still be filled in at home. */
const OPEN = ['pending', 'confirmed', 'resched']

type Begin = Pick<views.VisitRow, 'starts_at' | 'status'>

/** True until the visit begins, unless it was cancelled. */
export const isLinkOpen = ({ starts_at, status }: Begin, now: Date): boolean => starts_at > now && OPEN.includes(status)

/** True if a form that was signed offline before the visit arrives at most a day after the visit's start. */
export const isInTime = ({ starts_at, status }: Begin, signedAt: Date, now: Date): boolean =>
  signedAt < starts_at && now.getTime() - starts_at.getTime() <= LATE_MS && status !== 'cancelled'

/** Returns the visit to which a link belongs. Throws a 404 for a forged link, and while the clinical record is off. */
async function visitOfLink({ tx, now, branchId }: Context, token: string): Promise<views.VisitRow> {
  const read = readToken(token)
  const visit = read && (await views.visitById(tx, branchId, read.id))
  if (!read || !visit?.email || !(await isClinicalRecordOn(tx, branchId))) throw linkIsVoid()
  const secret = await serverSecret(tx, SECRET_NAME, now)
  if (!isSigned(secret, read, signedOf({ ...visit, email: visit.email }))) throw linkIsVoid()
  return visit
}

type By = { token: string; limit: RateLimit }

/**
 * Runs `work` for the visit of a link. Throws a 404 if the link is invalid, or if the visit has begun or was cancelled;
 * a signature may arrive a day later. Throws a 429 for too many calls from an IP address.
 */
async function withLink<T>(
  context: DetachedContext,
  { token, limit, signature }: By & { signature?: Signature },
  work: (inside: Context, visit: views.VisitRow) => Promise<T>,
): Promise<T> {
  await limitCalls(context, 'form-link', limit)
  return context.inTransaction(async (inside) => {
    const { now } = inside
    const visit = await visitOfLink(inside, token)
    const isLate = signature !== undefined && isInTime(visit, signingTime(signature, now), now)
    if (!isLinkOpen(visit, now) && !isLate) throw linkIsVoid()
    return work(inside, visit)
  })
}

/**
 * True while nobody has confirmed that the e-mail address, to which the link was sent, belongs to the client of the visit.
 * Staff may have entered their own address, so this link must not show answers that the client has typed on other pages.
 */
const isUnconfirmed = ({ email_waits, awaits_confirmation }: views.VisitRow): boolean =>
  email_waits || awaits_confirmation

/** The ids of the form versions that the client of a visit has not signed yet. */
async function missingVersions({ tx, branchId }: Context, { id }: views.VisitRow): Promise<string[]> {
  const [visit] = await missingForms(tx, { branchId, appointmentIds: [id] })
  return visit?.forms.map(({ form_version_id }) => form_version_id) ?? []
}

/** The forms that a link opens, and the first name of the client. */
export const seeForms = (context: DetachedContext, by: By): Promise<Answer<typeof formLinkContract.see>['data']> =>
  withLink(context, by, async (inside, visit) =>
    presentFilling(inside, {
      clientId: visit.client_id,
      firstName: visit.first_name,
      versionIds: await missingVersions(inside, visit),
      hidesDrafts: isUnconfirmed(visit),
    }),
  )

/** Throws a 404 for a form that the visit does not ask for, so that a link gives access to no other form. */
async function requireAsked(inside: Context, visit: views.VisitRow, versionId: string): Promise<void> {
  if (!(await missingVersions(inside, visit)).includes(versionId)) throw new AppError('not_found', s.formUnknown)
}

export const saveDraftByLink = (
  context: DetachedContext,
  by: By,
  draft: { versionId: string; answers: SentAnswers },
): Promise<{ saved_at: string }> =>
  withLink(context, by, async (inside, visit) => {
    await requireAsked(inside, visit, draft.versionId)
    const isOpen = async () => (await missingVersions(inside, visit)).includes(draft.versionId)
    return keepDraft(inside, { ...draft, personId: visit.person_id, hidesDrafts: isUnconfirmed(visit), isOpen })
  })

export const signByLink = (context: DetachedContext, by: By, body: Signature) =>
  withLink(context, { ...by, signature: body }, async (inside, visit) => {
    // Two copies of one request wait for each other here. Otherwise the first could be stored between the two checks
    // below, and the second would be refused although the form is signed.
    await lockClientForUpdate(inside.tx, visit.person_id)
    const isRepeated = (await views.copyById(inside.tx, body.id)) !== undefined
    if (!isRepeated) await requireAsked(inside, visit, body.form_version_id)
    const { person_id: personId, id: visitId } = visit
    return signForm(inside, body, { personId, visitId, channel: 'link', handOver: null, correction: null })
  })
