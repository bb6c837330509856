import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer, noBody, strictBody, version } from '#shared/lib/fields.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { builderMessages as s } from './builder-messages.ts'
import { formContent } from './form.ts'
import { READY_FORMS } from './ready-forms.ts'
import { FORM_FREQUENCIES } from './requirement.ts'

const requirementFields = {
  frequency: z.enum(FORM_FREQUENCIES),
  every_months: z.number().int().nullable(),
  treatment_ids: z.array(id).max(200),
  service_ids: z.array(id).max(500),
}

const requirementBody = strictBody({
  ...requirementFields,
  /** The number of months between two signed copies; used only with the frequency `every_months`. */
  every_months: z.number(s.chooseMonths).int(s.chooseMonths).min(1, s.chooseMonths).max(120, s.chooseMonths).nullable(),
})
  .refine(({ frequency, every_months }) => frequency !== 'every_months' || every_months !== null, {
    path: ['every_months'],
    error: s.chooseMonths,
  })
  .transform((body) => ({ ...body, every_months: body.frequency === 'every_months' ? body.every_months : null }))

const published = z.object({ number: z.number().int(), published_at: instant, published_by: z.string() })

const formRow = z.object({
  id,
  /** The title of the form's draft. */
  title: z.string(),
  version,
  requirement: z.object(requirementFields),
  /** The version that clients fill in; null until the form is published. */
  published: published.nullable(),
  /** True if the draft differs from the published version. */
  has_changes: z.boolean(),
  archived_at: instant.nullable(),
})
export type FormRow = z.output<typeof formRow>

const formDetail = formRow.extend({
  content: formContent,
  saved_at: instant,
  /** How many clients have signed the published version, or an earlier one that still counts. */
  signed_clients: z.number().int(),
})
export type FormDetail = z.output<typeof formDetail>

const formVersion = published.extend({
  /** If true, clients who signed an earlier version are asked to sign this one. */
  asks_again: z.boolean(),
  content: formContent,
})

export type FormVersion = z.output<typeof formVersion>

const byId = z.object({ id })
const answer = z.object({ data: formDetail })
const change = { access: 'forms.manage', params: byId, response: answer } as const
const edit = { ...change, errorData: { stale: formDetail }, ifMatch: true } as const

/** The calls with which an owner builds forms. */
export const formsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/forms',
    access: 'forms.manage',
    summary: 'All forms of the clinic: in use first, then archived ones',
    response: z.object({ data: z.array(formRow) }),
  }),
  read: endpoint({
    method: 'GET',
    url: '/api/forms/:id',
    access: 'forms.manage',
    summary: 'A form with its draft',
    params: byId,
    response: answer,
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/forms',
    access: 'forms.manage',
    summary: 'Add a form: empty, from a ready form, or as a copy of another. The id is made by the caller',
    status: 201,
    body: strictBody({
      id,
      /**
       * The title of a new empty form or of a copied form; ignored for a ready form of Mutya (`ready`), which has a
       * title.
       */
      title: formContent.shape.title,
      ready: z.enum(READY_FORMS).nullable(),
      copy_of: id.nullable(),
    }),
    response: answer,
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/forms/:id/draft',
    summary: 'Save the draft of a form; clients do not see it yet',
    body: formContent,
    ...edit,
  }),
  discard: endpoint({
    method: 'PUT',
    url: '/api/forms/:id/discard',
    summary: 'Replace the draft of a form by its published version',
    body: noBody,
    ...edit,
  }),
  require: endpoint({
    method: 'PUT',
    url: '/api/forms/:id/requirement',
    summary: 'Choose when a form is asked for',
    body: requirementBody,
    ...edit,
  }),
  publish: endpoint({
    method: 'POST',
    url: '/api/forms/:id/publish',
    summary: 'Publish the draft of a form as its next version; signed copies keep their version',
    status: 201,
    body: strictBody({
      /**
       * If true, clients who signed an earlier version must sign again. False is only for a small correction, after
       * which earlier signatures still count. The first version always asks clients to sign.
       */
      asks_again: z.boolean(),
    }),
    ...edit,
  }),
  archive: endpoint({
    method: 'PUT',
    url: '/api/forms/:id/archived',
    summary: 'Stop asking for a form, or ask for it again; signed copies stay',
    body: strictBody({ is_archived: z.boolean() }),
    ...change,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/forms/:id',
    access: 'forms.manage',
    summary: 'Delete a form that was never published',
    params: byId,
    body: noBody,
    response: messageAnswer,
  }),
  versions: endpoint({
    method: 'GET',
    url: '/api/forms/:id/versions',
    access: 'forms.manage',
    summary: 'The published versions of a form with their words, newest first',
    params: byId,
    querystring: pageQuery(5, {}),
    response: z.object({ data: z.array(formVersion), ...pageCounters }),
  }),
}
