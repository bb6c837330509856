import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract as contract, type FormDetail } from '#shared/forms/contract.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { formMessages } from '#shared/forms/messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import FormEditorPage from './form-editor-page.tsx'
import FormsPage from './forms-page.tsx'

const field = (id: string, label: string) => ({
  id,
  kind: 'short_text' as const,
  label,
  hint: '',
  is_required: true,
})
const content: FormContent = {
  title: 'Intake',
  sections: [{ id: 's1', title: 'About you', fields: [field('a', 'Name'), field('b', 'Job')] }],
}
const form: FormDetail = {
  id: sampleId(1),
  title: 'Intake',
  version: 3,
  requirement: { frequency: 'once', every_months: null, treatment_ids: [], service_ids: [] },
  published: { number: 1, published_at: '2026-11-20T09:00:00+08:00', published_by: 'Ada Admin' },
  has_changes: false,
  archived_at: null,
  content,
  saved_at: '2026-11-20T09:00:00+08:00',
  signed_clients: 12,
}

function open(shown: FormDetail = form) {
  answer(contract.read, { data: shown })
  answer(contract.save, { data: { ...shown, version: 4, has_changes: true } })
  const page = <Route path="/settings/forms/:formId" element={<FormEditorPage />} />
  return drawScreen(<Routes>{page}</Routes>, { at: `/settings/forms/${form.id}` })
}

const lastDraft = () => sentBodies.at(-1) as FormContent
const labelsIn = (draft: FormContent) =>
  draft.sections.map(({ fields }) => fields.map((one) => one.kind !== 'paragraph' && one.label))
const isSaved = () => screen.findByText(new RegExp(s.saved))

test('the form editor saves the draft while somebody types, with the version that was read', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: /^Name/ }))
  await person.type(screen.getByRole('textbox', { name: s.question }), ' and surname')
  await waitFor(() => expect(labelsIn(lastDraft())).toEqual([['Name and surname', 'Job']]))
  await isSaved()
  expect(sentVersions[0]).toBe('3')
  // The preview shows the new words at once.
  within(screen.getByRole('region', { name: s.preview })).getByRole('textbox', { name: /^Name and surname/ })
})

test('the form editor adds, duplicates and moves fields with buttons and keys, and announces where a field was moved', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: s.moveDown('Name') }))
  screen.getByText(s.moved('Name', 2, 2))
  await waitFor(() => expect(labelsIn(lastDraft())).toEqual([['Job', 'Name']]))
  screen.getByRole('button', { name: s.dragField('Name') }).focus()
  await person.keyboard('{ArrowUp}')
  screen.getByText(s.moved('Name', 1, 2))
  expect(document.activeElement?.getAttribute('aria-label')).toBe(s.dragField('Name'))
  await person.click(screen.getByRole('button', { name: s.duplicateField('Job') }))
  await person.click(screen.getByRole('button', { name: s.addField }))
  await person.click(await screen.findByRole('menuitem', { name: s.kinds.signature }))
  await waitFor(() => expect(labelsIn(lastDraft())).toEqual([['Name', 'Job', 'Job', s.defaultLabels.signature]]))
})

test('in the form editor Undo restores a removed field at its earlier position', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: s.removeField('Name') }))
  await waitFor(() => expect(labelsIn(lastDraft())).toEqual([['Job']]))
  await person.click(await screen.findByRole('button', { name: s.undo }))
  await waitFor(() => expect(labelsIn(lastDraft())).toEqual([['Name', 'Job']]))
})

test('the form editor refuses to publish an incomplete form and shows what is missing at its field', async () => {
  const { person } = open({
    ...form,
    has_changes: true,
    content: { ...content, sections: [{ ...content.sections[0]!, fields: [field('a', '')] }] },
  })
  await person.click(await screen.findByRole('button', { name: s.publish }))
  expect(await screen.findAllByText(formMessages.fieldNeedsLabel)).not.toHaveLength(0)
  expect(asked).not.toContain(`POST /api/forms/${form.id}/publish`)
  // The settings of the first incomplete field are open, so the field for its question is on the screen.
  screen.getByRole('textbox', { name: s.question })
})

test('before a new form version is published, staff choose whether clients who signed an earlier one sign again', async () => {
  const { person } = open({ ...form, has_changes: true })
  answer(contract.publish, { data: { ...form, version: 5, published: { ...form.published!, number: 2 } } })
  await person.click(await screen.findByRole('button', { name: s.publish }))
  const dialog = await screen.findByRole('dialog', { name: s.publishTitle(2) })
  expect(within(dialog).getByRole('status').textContent).toBe(`${s.signedClients(12)} ${s.willBeAsked(12)}`)
  await person.click(within(dialog).getByRole('radio', { name: new RegExp(s.doNotAsk) }))
  expect(within(dialog).getByRole('status').textContent?.trim()).toBe(s.signedClients(12))
  await person.click(within(dialog).getByRole('button', { name: s.publishNow }))
  await screen.findByText(s.publishedDone(2))
  expect(sentBodies.at(-1)).toEqual({ asks_again: false })
})

test('when somebody else has changed a form, the form editor stops saving and offers the newer version', async () => {
  const { person } = open()
  const newer = { ...form, version: 9, title: 'Their title', content: { ...content, title: 'Their title' } }
  refuse(contract.save, { status: 409, code: 'stale', message: 'Stale', data: newer })
  const title = await screen.findByRole('textbox', { name: s.formTitle })
  await person.type(title, '!')
  await person.click(await screen.findByRole('button', { name: s.loadNewer }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: s.formTitle }).value).toBe('Their title')
  expect(screen.queryByText(s.stale)).toBeNull()
})

test('the list of forms says when each is asked for, and a form is added from a ready form', async () => {
  answer(contract.list, {
    data: [
      { ...form, has_changes: true },
      {
        ...form,
        id: sampleId(2),
        title: '',
        published: null,
        requirement: { frequency: 'every_months', every_months: 6, treatment_ids: [sampleId(7)], service_ids: [] },
      },
    ],
  })
  answerBy(contract.add, () => ({ data: form }))
  const { person } = drawScreen(<FormsPage />)
  await screen.findByText(s.hasChanges)
  const [first, second] = (await screen.findAllByRole('row')).slice(1)
  within(first!).getByText(s.hasChanges)
  within(second!).getByText(s.untitled)
  within(second!).getByText(s.forSome(s.monthsText(6), 1))
  await person.click(screen.getByRole('button', { name: s.add }))
  const dialog = await screen.findByRole('dialog', { name: s.addTitle })
  await person.click(within(dialog).getByRole('radio', { name: s.empty }))
  await person.click(within(dialog).getByRole('button', { name: s.addForm }))
  await within(dialog).findByText(formMessages.formNeedsTitle)
  await person.type(within(dialog).getByRole('textbox', { name: /^Title/ }), 'My form')
  await person.click(within(dialog).getByRole('button', { name: s.addForm }))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ title: 'My form', ready: null, copy_of: null }))
})
