import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, requiredPersonName, requiredText, strictBody } from '#shared/lib/fields.ts'
import type { FormAnswers } from './answers.ts'
import { formContent } from './form.ts'
import { signingMessages as s } from './signing-messages.ts'

/** Answers by the id of their field. The server validates them against the fields of the form's version. */
const answers = z.custom<FormAnswers>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
export type SentAnswers = FormAnswers

const fillableForm = z.object({
  form_version_id: id,
  title: z.string(),
  content: formContent,
  /** The answers of a half-filled form; null when nothing was filled in. */
  draft: answers.nullable(),
})
export type FillableForm = z.output<typeof fillableForm>

/** The forms that a client is asked to fill in, with nothing else about the client than the first name. */
const filling = z.object({
  first_name: z.string(),
  /** True for an adult by the birth date on the client card; null without a birth date, so that the page asks. */
  is_adult: z.boolean().nullable(),
  /** True while nobody has confirmed the e-mail or account: drafts are hidden, and are kept only on this device. */
  is_draft_on_device: z.literal(true).optional(),
  forms: z.array(fillableForm),
})
export type Filling = z.output<typeof filling>

const guardian = strictBody({ name: requiredPersonName(120), relation: requiredText(60) })
export type Guardian = z.output<typeof guardian>

/** A filled-in form as the browser sends it. */
const signature = {
  /** The id of the signed copy, made by the browser, so that a form that is sent twice is stored once. */
  id,
  form_version_id: id,
  answers,
  /**
   * Whether the client says that they are an adult; the birth date on the client card, if there is one, overrides this.
   */
  is_adult: z.boolean(),
  /** Who signs for a client under 18; null when the client signs. */
  guardian: guardian.nullable(),
  /** When the form was signed, by the clock of the device; this may be long before the form is sent. */
  signed_at: z.iso.datetime({ offset: true, error: s.badTime }),
  /** When the form is sent, by the same clock, so that a wrong clock does not change when the form was signed. */
  sent_at: z.iso.datetime({ offset: true, error: s.badTime }).optional(),
}
const signatureBody = strictBody(signature)
export type Signature = z.output<typeof signatureBody>

const draft = { form_version_id: id, answers }
const signed = z.object({ data: z.object({ id, signed_at: instant }) })
const saved = z.object({ data: z.object({ saved_at: instant }) })

const CHANNELS = ['link', 'profile', 'tablet'] as const
export type SigningChannel = (typeof CHANNELS)[number]

const copyRow = z.object({
  id,
  form_id: id,
  title: z.string(),
  version_number: z.number().int(),
  signed_at: instant,
  signer_name: z.string(),
  channel: z.enum(CHANNELS),
  /** The id of the earlier signed copy that this copy corrects; null if it corrects none. */
  corrects: id.nullable(),
  /** The version of the form that clients sign today; null once the form is archived. */
  present_version_id: id.nullable(),
  /** True once a later signed copy corrects this one. */
  is_corrected: z.boolean(),
})
export type SignedFormRow = z.output<typeof copyRow>

export const signedForm = copyRow.extend({
  content: formContent,
  answers,
  client_name: z.string(),
  /** How the guardian who signed is related to the client; null when the client signed. */
  guardian_relation: z.string().nullable(),
  /** When the server received the signed copy. */
  received_at: instant,
  device: z.string(),
  handed_over_by: z.string().nullable(),
  visit_date: civilDate.nullable(),
  corrected_copy_signed_at: instant.nullable(),
  correction_reason: z.string().nullable(),
  /** SHA-256 over the signed copy, see `server/forms/README.md`. */
  hash: z.string(),
  /** False if somebody has changed the stored signed copy: it no longer matches the hash made when it was signed. */
  is_unaltered: z.boolean(),
})
export type SignedForm = z.output<typeof signedForm>

/** A form that a client has not signed. */
const missingForm = z.object({ form_version_id: id, title: z.string() })
export type MissingForm = z.output<typeof missingForm>

const missingOfVisit = z.object({ appointment_id: id, client_id: id, forms: z.array(missingForm) })
export type MissingFormsOfVisit = z.output<typeof missingOfVisit>

const token = requiredText(200, s.linkVoid)

/** Filling in forms by the link in an e-mail, without log-in, until the visit begins. The token is never in a URL. */
export const formLinkContract = {
  see: endpoint({
    method: 'POST',
    url: '/api/form-link',
    access: 'public',
    summary: 'The forms that a link from a message opens',
    database: 'none',
    body: strictBody({ token }),
    response: z.object({ data: filling }),
  }),
  saveDraft: endpoint({
    method: 'POST',
    url: '/api/form-link/draft',
    access: 'public',
    summary: 'Keep the answers of a half-filled form of a link',
    database: 'none',
    body: strictBody({ token, ...draft }),
    response: saved,
  }),
  sign: endpoint({
    method: 'POST',
    url: '/api/form-link/sign',
    access: 'public',
    summary: 'Sign a form of a link; a signature that is sent again is stored once',
    database: 'none',
    body: strictBody({ token, ...signature }),
    response: signed,
  }),
}

export const ownFormsContract = {
  filling: endpoint({
    method: 'GET',
    url: '/api/my/forms',
    access: 'appointments.own',
    summary: 'The forms to fill in for the next visit of the caller, and the copies that they have signed',
    response: z.object({ data: filling, signed: z.array(copyRow) }),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    url: '/api/my/forms/draft',
    access: 'appointments.own',
    summary: 'Keep the answers of a half-filled form',
    body: strictBody(draft),
    response: saved,
  }),
  sign: endpoint({
    method: 'POST',
    url: '/api/my/forms/sign',
    access: 'appointments.own',
    summary: 'Sign a form; a signature that is sent again is stored once',
    body: signatureBody,
    response: signed,
  }),
  copy: endpoint({
    method: 'GET',
    url: '/api/my/signed-forms/:id',
    access: 'appointments.own',
    summary: 'A copy that the caller has signed',
    params: z.object({ id }),
    response: z.object({ data: signedForm }),
  }),
}

/** Handing the clinic's tablet over to a client, who then sees nothing but the forms. */
export const handOverContract = {
  start: endpoint({
    method: 'POST',
    url: '/api/form-hand-overs',
    access: 'forms.collect',
    sessionOnly: true,
    summary: 'Limit this session to some forms of a client, until the password of a staff member is entered',
    body: strictBody({
      client_id: id,
      form_version_ids: z.array(id).min(1).max(20),
      appointment_id: id.nullable(),
      /** The signed copy that the client corrects, with the reason. */
      corrects: strictBody({ id, reason: requiredText(200) }).nullable(),
    }),
    status: 201,
    /** With `late_token` the tablet can send the forms of the hand-over even after its session has ended. */
    response: z.object({ data: z.object({ id, late_token: z.string() }) }),
  }),
  current: endpoint({
    method: 'GET',
    url: '/api/form-hand-overs/current',
    access: 'forms.collect',
    sessionOnly: true,
    summary: 'The forms of the hand-over to which this session is limited',
    duringHandOver: true,
    response: z.object({ data: filling.extend({ id, started_by: z.string() }) }),
  }),
  saveDraft: endpoint({
    method: 'PUT',
    url: '/api/form-hand-overs/draft',
    access: 'forms.collect',
    sessionOnly: true,
    summary: 'Keep the answers of a half-filled form of the hand-over',
    duringHandOver: true,
    body: strictBody(draft),
    response: saved,
  }),
  sign: endpoint({
    method: 'POST',
    url: '/api/form-hand-overs/sign',
    access: 'forms.collect',
    sessionOnly: true,
    summary: 'Sign a form of the hand-over; a signature that is sent again is stored once',
    duringHandOver: true,
    body: signatureBody,
    response: signed,
  }),
  signLate: endpoint({
    method: 'POST',
    url: '/api/form-hand-overs/late',
    access: 'public',
    summary: 'Send a form that was signed in a hand-over which has ended meanwhile, until a day after its end',
    duringHandOver: true,
    database: 'none',
    body: strictBody({ token, ...signature }),
    response: signed,
  }),
  end: endpoint({
    method: 'POST',
    url: '/api/form-hand-overs/:id/end',
    access: 'forms.collect',
    sessionOnly: true,
    summary: 'End a hand-over with the password of who began it, or log in another staff member in their place',
    duringHandOver: true,
    database: 'none',
    params: z.object({ id }),
    body: strictBody({
      password: z.string().min(1, s.passwordMissing).max(200),
      /** The e-mail of the staff member who ends the hand-over; left out for the person who began it. */
      email: z.string().trim().toLowerCase().max(254).nullish(),
    }),
    response: z.object({ data: z.object({ is_same_person: z.boolean() }) }),
  }),
}

export const signedFormsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/charts/:clientId/signed-forms',
    access: 'charts.read',
    summary: 'The signed copies in a chart, newest first, and the forms that are missing for the next visit',
    database: 'none',
    writesOnRead: true,
    params: z.object({ clientId: id }),
    response: z.object({ data: z.array(copyRow) }),
  }),
  copy: endpoint({
    method: 'GET',
    url: '/api/charts/:clientId/signed-forms/:id',
    access: 'charts.read',
    summary: 'One signed copy. Each opening is recorded in the read log',
    database: 'none',
    writesOnRead: true,
    params: z.object({ clientId: id, id }),
    response: z.object({ data: signedForm }),
  }),
  missing: endpoint({
    method: 'GET',
    url: '/api/missing-forms',
    access: 'alerts.read',
    summary: 'The forms that are missing for visits',
    querystring: z.strictObject({
      appointment_ids: z
        .string()
        .max(8000)
        .transform((text) => text.split(','))
        .pipe(z.array(id).max(200)),
    }),
    response: z.object({ data: z.array(missingOfVisit) }),
  }),
  missingOfClient: endpoint({
    method: 'GET',
    url: '/api/clients/:id/missing-forms',
    access: 'alerts.read',
    summary: 'The forms that a client has not signed for the next visit, or would need for one today',
    params: z.object({ id }),
    response: z.object({ data: z.object({ appointment_id: id.nullable(), forms: z.array(missingForm) }) }),
  }),
  sendLink: endpoint({
    method: 'POST',
    url: '/api/appointments/:id/form-link',
    access: 'forms.collect',
    summary: "E-mail a visit's client the link to the missing forms once more",
    params: z.object({ id }),
    response: z.object({ data: z.object({ sent: z.literal(true) }) }),
  }),
}
