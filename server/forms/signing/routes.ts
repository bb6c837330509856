import type { AuthOptions } from '#server/auth/log-in.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import {
  formLinkContract as link,
  handOverContract as handOver,
  ownFormsContract as own,
  signedFormsContract as signed,
} from '#shared/forms/signing-contract.ts'
import { endHandOver } from './end-hand-over.ts'
import { saveDraftByLink, seeForms, signByLink } from './form-link.ts'
import { currentHandOver, saveHandOverDraft, signOnTablet, startHandOver } from './hand-over.ts'
import { ownCopy, ownForms, saveOwnDraft, signOwnForm } from './own-forms.ts'
import { signLate } from './sign-late.ts'
import { sendFormLink } from './send-link.ts'
import { listCopies, missingOfClient, missingOfVisits, readCopy } from './signed-forms.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

type Options = AuthOptions & { sessionHours: number; sendsEmail: SendsEmail }

/** Converts a draft from the names of the API to those of the code. */
const draftOf = <A>({ form_version_id, answers }: { form_version_id: string; answers: A }) => ({
  versionId: form_version_id,
  answers,
})

/**
 * Registers the calls for filling in and signing forms (by a link, in the profile and on the clinic's tablet), and for
 * signed copies.
 */
export function signingRoutes(registerEndpoint: RegisterEndpoint, options: Options): void {
  const limit = options.limits.formLinksPerAddress
  registerEndpoint(link.see, async (context, { body }) => ({ data: await seeForms(context, { ...body, limit }) }))
  registerEndpoint(link.saveDraft, async (context, { body: { token, ...draft } }) => ({
    data: await saveDraftByLink(context, { token, limit }, draftOf(draft)),
  }))
  registerEndpoint(link.sign, async (context, { body: { token, ...signature } }) => ({
    data: await signByLink(context, { token, limit }, signature),
  }))

  registerEndpoint(own.filling, ownForms)
  registerEndpoint(own.saveDraft, async (context, { body }) => ({ data: await saveOwnDraft(context, draftOf(body)) }))
  registerEndpoint(own.sign, async (context, { body }) => ({ data: await signOwnForm(context, body) }))
  registerEndpoint(own.copy, async (context, { params }) => ({ data: await ownCopy(context, params.id) }))

  registerEndpoint(handOver.start, async (context, { body }) => ({ data: await startHandOver(context, body) }))
  registerEndpoint(handOver.current, async (context) => ({ data: await currentHandOver(context) }))
  registerEndpoint(handOver.saveDraft, async (context, { body }) => ({
    data: await saveHandOverDraft(context, draftOf(body)),
  }))
  registerEndpoint(handOver.sign, async (context, { body }) => ({ data: await signOnTablet(context, body) }))
  registerEndpoint(handOver.signLate, async (context, { body: { token, ...signature } }) => ({
    data: await signLate(context, { token, limit }, signature),
  }))
  registerEndpoint(handOver.end, async (context, { params, body }) => ({
    data: await endHandOver(context, params.id, body, options),
  }))

  registerEndpoint(signed.list, async (context, { params }) => ({ data: await listCopies(context, params.clientId) }))
  registerEndpoint(signed.copy, async (context, { params }) => ({
    data: await readCopy(context, params.clientId, params.id),
  }))
  registerEndpoint(signed.missing, async (context, { querystring }) => ({
    data: await missingOfVisits(context, querystring.appointment_ids),
  }))
  registerEndpoint(signed.sendLink, async (context, { params }) => ({
    data: await sendFormLink(context, params.id, options),
  }))
  registerEndpoint(signed.missingOfClient, async (context, { params }) => ({
    data: await missingOfClient(context, params.id),
  }))
}
