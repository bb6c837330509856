import { requireClinicalRecord } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FormDetail, formsContract } from '#shared/forms/contract.ts'
import { formTemplateEvents } from '#shared/forms/events.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { readyForm } from '#shared/forms/ready-forms.ts'
import type { FormFrequency, FormRequirement } from '#shared/forms/requirement.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import * as queries from './queries.ts'
import { presentForm, readForm, requireForm } from './read-forms.ts'
import * as views from './views.ts'

type By = Context<Principal>

/** Autosaved drafts write one entry of the history log for all changes within this time. */
const LOGGED_ONCE_MS = 10 * 60_000

export const titleOf = (content: FormContent): string => content.title || s.untitled

/** Locks a form and reads it. Throws a 404 for an unknown one. */
export async function lockForm(context: By, id: string): Promise<FormDetail> {
  await queries.lockForm(context.tx, context.branchId, id)
  return readForm(context, id)
}

/**
 * Throws a 409 for an archived form, and a 409 with the current form if the form has changed since the editor was
 * opened.
 */
export function requireEditable(context: By, before: FormDetail): void {
  if (before.archived_at !== null) throw new AppError('conflict', s.isArchived)
  requireVersion(context, before)
}

type NewForm = Parsed<typeof formsContract.add>['body']
type Start = { content: FormContent; requirement: FormRequirement }

const requirementOf = (frequency: FormFrequency): FormRequirement => ({
  frequency,
  every_months: null,
  treatment_ids: [],
  service_ids: [],
})

/** The content of a new form, and when clients are asked to sign it. */
async function startOf(context: By, { title, ready, copy_of }: NewForm): Promise<Start> {
  if (copy_of !== null) {
    const { content, requirement } = presentForm(await requireForm(context, copy_of))
    return { content: { ...content, title }, requirement }
  }
  if (ready === null) return { content: { title, sections: [] }, requirement: requirementOf('by_hand') }
  const { content, frequency } = readyForm(ready)
  return { content, requirement: requirementOf(frequency) }
}

/** Adds a form as a draft. A repeated call with the same id returns the form that the first one added. */
export async function addForm(context: By, body: NewForm): Promise<FormDetail> {
  const { tx, branchId, now } = context
  await requireClinicalRecord(context)
  const { content, requirement } = await startOf(context, body)
  const isNew = await queries.insertForm(tx, {
    id: body.id,
    branch_id: branchId,
    draft: JSON.stringify(content),
    frequency: requirement.frequency,
    every_months: requirement.every_months,
    treatment_ids: [...requirement.treatment_ids],
    service_ids: [...requirement.service_ids],
    created_at: now,
    updated_at: now,
  })
  if (isNew) {
    const parameters = { form: titleOf(content) }
    await writeAuditLog(context, { type: 'form-templates.form.added', subjectId: body.id, parameters })
  }
  return readForm(context, body.id)
}

/** Saves the draft of a form. Throws a 409 with the current form for a stale editor. */
export async function saveDraft(context: By, id: string, content: FormContent): Promise<FormDetail> {
  const { tx, now } = context
  const before = await lockForm(context, id)
  if (JSON.stringify(before.content) === JSON.stringify(content)) return before
  requireEditable(context, before)
  const isLogged = before.has_changes && now.getTime() - Date.parse(before.saved_at) < LOGGED_ONCE_MS
  await queries.updateForm(tx, id, { draft: JSON.stringify(content), updated_at: now })
  if (!isLogged) {
    const parameters = { form: titleOf(content) }
    await writeAuditLog(context, { type: 'form-templates.draft.changed', subjectId: id, parameters })
  }
  return readForm(context, id)
}

/** Replaces the draft of a form by the form's published version. */
export async function discardDraft(context: By, id: string): Promise<FormDetail> {
  const before = await lockForm(context, id)
  const { published_content } = await requireForm(context, id)
  if (published_content === null || !before.has_changes) throw new AppError('conflict', s.nothingToPublish)
  requireEditable(context, before)
  await queries.updateForm(context.tx, id, { draft: JSON.stringify(published_content), updated_at: context.now })
  const parameters = { form: titleOf(before.content) }
  await writeAuditLog(context, { type: 'form-templates.draft.discarded', subjectId: id, parameters })
  return readForm(context, id)
}

/**
 * The fields that say when clients are asked to sign a form, in the form in which the history log stores them: the
 * names of all treatments and services are one text.
 */
const logged = ({ frequency, every_months, treatment_ids, service_ids }: FormRequirement) => ({
  frequency,
  every_months,
  services: [...treatment_ids, ...service_ids].toSorted().join(' '),
})

/** Changes when clients are asked to sign a form: for which treatments and services, and how often. */
export async function changeRequirement(context: By, id: string, body: FormRequirement): Promise<FormDetail> {
  const { tx, now } = context
  const before = await lockForm(context, id)
  const values = {
    ...body,
    treatment_ids: [...new Set(body.treatment_ids)],
    service_ids: [...new Set(body.service_ids)],
  }
  const type = 'form-templates.requirement.changed'
  const changes = changesBetween(formTemplateEvents[type], logged(before.requirement), logged(values))
  if (changes.length === 0) return before
  requireEditable(context, before)
  const found = await views.countServices(tx, values)
  if (found < values.treatment_ids.length + values.service_ids.length) throw invalid('service_ids', s.unknownServices)
  await queries.updateForm(tx, id, { ...values, updated_at: now })
  await writeAuditLog(context, { type, subjectId: id, parameters: { form: titleOf(before.content) }, changes })
  return readForm(context, id)
}

/** Archives a form, so that nobody is asked for it any more, or puts it back into use. */
export async function archiveForm(context: By, id: string, isArchived: boolean): Promise<FormDetail> {
  const before = await lockForm(context, id)
  if ((before.archived_at !== null) === isArchived) return before
  await queries.updateForm(context.tx, id, { archived_at: isArchived ? context.now : null })
  const type = isArchived ? 'form-templates.form.archived' : 'form-templates.form.restored'
  await writeAuditLog(context, { type, subjectId: id, parameters: { form: titleOf(before.content) } })
  return readForm(context, id)
}

/** Deletes a form that was never published. Throws a 409 for a published one, which can only be archived. */
export async function removeForm(context: By, id: string): Promise<void> {
  const before = await lockForm(context, id)
  if (before.published !== null) throw new AppError('conflict', s.wasPublished)
  await queries.deleteForm(context.tx, id)
  const parameters = { form: titleOf(before.content) }
  await writeAuditLog(context, { type: 'form-templates.form.deleted', subjectId: id, parameters })
}
