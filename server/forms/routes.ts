import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract as contract } from '#shared/forms/contract.ts'
import { addForm, archiveForm, changeRequirement, discardDraft, removeForm, saveDraft } from './change-form.ts'
import { publishForm } from './publish-form.ts'
import { listForms, listVersions, readForm } from './read-forms.ts'

export function formRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.list, async (context) => ({ data: await listForms(context) }))
  registerEndpoint(contract.read, async (context, { params }) => ({ data: await readForm(context, params.id) }))
  registerEndpoint(contract.add, async (context, { body }) => ({ data: await addForm(context, body) }))
  registerEndpoint(contract.save, async (context, { params, body }) => ({
    data: await saveDraft(context, params.id, body),
  }))
  registerEndpoint(contract.discard, async (context, { params }) => ({ data: await discardDraft(context, params.id) }))
  registerEndpoint(contract.require, async (context, { params, body }) => ({
    data: await changeRequirement(context, params.id, body),
  }))
  registerEndpoint(contract.publish, async (context, { params, body }) => ({
    data: await publishForm(context, params.id, body),
  }))
  registerEndpoint(contract.archive, async (context, { params, body }) => ({
    data: await archiveForm(context, params.id, body.is_archived),
  }))
  registerEndpoint(contract.remove, async (context, { params }) => {
    await removeForm(context, params.id)
    return { message: s.deleted }
  })
  registerEndpoint(contract.versions, (context, { params, querystring }) =>
    listVersions(context, params.id, querystring),
  )
}
