import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FormDetail } from '#shared/forms/contract.ts'
import { contentProblems } from '#shared/forms/form.ts'
import { lockForm, requireEditable, titleOf } from './change-form.ts'
import * as queries from './queries.ts'
import { readForm } from './read-forms.ts'

type Publication = { asks_again: boolean }

/**
 * Publishes the draft of a form as its next version. Signed copies name the version whose words were signed, so nothing
 * that was published ever changes. Throws a 422 for an incomplete form, and a 409 for a stale or already published
 * draft.
 */
export async function publishForm(
  context: Context<Principal>,
  id: string,
  { asks_again }: Publication,
): Promise<FormDetail> {
  const { tx, now, user } = context
  const before = await lockForm(context, id)
  requireEditable(context, before)
  if (!before.has_changes) throw new AppError('conflict', s.nothingToPublish)
  const [problem] = contentProblems(before.content)
  if (problem) throw invalid('content', problem.message)
  const number = (before.published?.number ?? 0) + 1
  // Before the first version nobody can have signed the form, so there are no earlier signatures that could stay valid.
  const asksAgain = asks_again || number === 1
  await queries.insertVersion(tx, {
    id: newId(),
    form_id: id,
    number,
    content: JSON.stringify(before.content),
    asks_again: asksAgain,
    published_at: now,
    published_by: user.id,
    published_by_name: user.name,
  })
  // This raises the version of the form, so that an editor that was opened before this publication is stale.
  await queries.updateForm(tx, id, { updated_at: now })
  const parameters = { form: titleOf(before.content), number, asks_again: asksAgain }
  await writeAuditLog(context, { type: 'form-templates.version.published', subjectId: id, parameters })
  return readForm(context, id)
}
