import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { chartMessages } from '#shared/charts/messages.ts'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract as forms, type FormDetail } from '#shared/forms/contract.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { formMessages } from '#shared/forms/messages.ts'
import { readyTitle } from '#shared/forms/ready-forms.ts'

let clinic: ChartClinic
beforeAll(async () => {
  clinic = await startChartClinic()
})
afterAll(() => clinic.server.close())

const content = (title: string, ...labels: string[]): FormContent => ({
  title,
  sections: [
    {
      id: 'first',
      title: '',
      fields: labels.map((label, n) => ({ id: `f${n}`, kind: 'short_text', label, hint: '', is_required: true })),
    },
  ],
})

const of = ({ id }: { id: string }) => ({ params: { id } })
const at = ({ version }: { version: number }) => ifMatchVersion(version)
async function add(title = 'Intake'): Promise<FormDetail> {
  return (await clinic.asAdmin(forms.add, { body: { id: newId(), title, ready: null, copy_of: null } })).data
}
const save = async (form: FormDetail, body: FormContent) =>
  (await clinic.asAdmin(forms.save, { ...of(form), body }, at(form))).data
const publish = async (form: FormDetail, asks_again = true) =>
  (await clinic.asAdmin(forms.publish, { ...of(form), body: { asks_again } }, at(form))).data
const logged = async (id: string) =>
  (await clinic.server.db.selectFrom('events').select('type').where('subject_id', '=', id).orderBy('id').execute()).map(
    ({ type }) => type.replace('form-templates.', ''),
  )

describe('forms', () => {
  test('a form is added from a ready form, empty or as a copy of another form, and once even if the call is repeated', async () => {
    const body = { id: newId(), title: '', ready: 'intake' as const, copy_of: null }
    const { data } = await clinic.asAdmin(forms.add, { body })
    expect(data).toMatchObject({
      title: readyTitle('intake'),
      requirement: { frequency: 'once' },
      published: null,
      has_changes: true,
    })
    await clinic.asAdmin(forms.add, { body })
    const copy = { id: newId(), title: 'Second intake', ready: null, copy_of: data.id }
    const { data: copied } = await clinic.asAdmin(forms.add, { body: copy })
    expect(copied.content.sections).toEqual(data.content.sections)
    const { data: all } = await clinic.asAdmin(forms.list, {})
    expect(all.map(({ title }) => title)).toEqual([readyTitle('intake'), 'Second intake'])
    expect(await logged(data.id)).toEqual(['form.added'])
  })

  test('forms can be read only by admins, and only while the clinic keeps a clinical record', async () => {
    const { db } = clinic.server
    await db.updateTable('chart_settings').set({ is_on: false }).execute()
    const body = { id: newId(), title: 'x', ready: null, copy_of: null }
    const off = { status: 404, message: chartMessages.notKept }
    expect(await errorOf(clinic.asAdmin(forms.list, {}))).toMatchObject(off)
    expect(await errorOf(clinic.asAdmin(forms.add, { body }))).toMatchObject(off)
    await db.updateTable('chart_settings').set({ is_on: true }).execute()
    expect(await errorOf(clinic.asCashier(forms.list, {}))).toMatchObject({ status: 403 })
    expect(await errorOf(clinic.asAdmin(forms.read, of({ id: newId() })))).toMatchObject({ status: 404 })
  })

  test('the draft of a form is stored on each save while somebody types, with one log entry for the changes of ten minutes', async () => {
    let form = await add()
    form = await save(form, content('Intake', 'Name'))
    form = await save(form, content('Intake', 'Name', 'Age'))
    expect(form.content.sections[0]!.fields).toHaveLength(2)
    // Saving the same draft again changes nothing, not even the version.
    expect((await save(form, form.content)).version).toBe(form.version)
    expect(await logged(form.id)).toEqual(['form.added'])
    await publish(form).then((published) => save(published, content('Intake', 'Your name')))
    clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 11 * 60_000)
    const { data } = await clinic.asAdmin(forms.read, of(form))
    await save(data, content('Intake', 'Your full name'))
    expect(await logged(form.id)).toEqual(['form.added', 'version.published', 'draft.changed', 'draft.changed'])
  })

  test('a form that is saved or published based on an older version is refused with the newer values, which are kept', async () => {
    const form = await add()
    const newer = await save(form, content('Intake', 'Name'))
    const stale = await errorOf(clinic.asAdmin(forms.save, { ...of(form), body: content('Intake', 'Other') }, at(form)))
    expect(stale).toMatchObject({ status: 409, code: 'stale', data: { version: newer.version } })
    expect(
      await errorOf(clinic.asAdmin(forms.publish, { ...of(form), body: { asks_again: true } }, at(form))),
    ).toMatchObject({
      code: 'stale',
    })
    expect((await clinic.asAdmin(forms.read, of(form))).data.content).toEqual(newer.content)
  })
})

describe('publishing a form', () => {
  test('publishing a form makes a version with the words of the draft; an incomplete or unchanged draft is refused', async () => {
    let form = await add('Consent')
    expect(await errorOf(publish(form))).toMatchObject({ status: 422, message: formMessages.formNeedsField })
    form = await publish(await save(form, content('Consent', 'I agree')), false)
    expect(form).toMatchObject({ published: { number: 1, published_by: 'Ada Admin' }, has_changes: false })
    expect(await errorOf(publish(form))).toMatchObject({ status: 409, message: s.nothingToPublish })
    form = await publish(await save(form, content('Consent', 'I agree!')), false)
    form = await publish(await save(form, content('Consent', 'I agree to more')), true)
    const { data } = await clinic.asAdmin(forms.versions, { ...of(form), querystring: {} })
    expect(data.map(({ number, asks_again }) => [number, asks_again])).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ])
    expect(data[2]!.content).toEqual(content('Consent', 'I agree'))
  })

  test('nobody can change or delete the words of a published form, not even the owner of the database', async () => {
    const form = await publish(await save(await add(), content('Intake', 'Name')))
    const change = (set: string) => sql.raw(`update form_versions set ${set}`).execute(clinic.server.db)
    await expect(change(`content = '{}'`)).rejects.toThrow()
    await expect(sql`delete from form_versions where form_id = ${form.id}`.execute(clinic.server.db)).rejects.toThrow()
    expect(await errorOf(clinic.asAdmin(forms.remove, { ...of(form), body: {} }))).toMatchObject({
      status: 409,
      message: s.wasPublished,
    })
  })

  test('a published form is final, but a later draft can be discarded, which restores the published words', async () => {
    const published = await publish(await save(await add(), content('Intake', 'Name')))
    const draft = await save(published, content('Intake', 'Something else'))
    const { data } = await clinic.asAdmin(forms.discard, { ...of(draft), body: {} }, at(draft))
    expect(data).toMatchObject({ content: published.content, has_changes: false })
    expect(await errorOf(clinic.asAdmin(forms.discard, { ...of(data), body: {} }, at(data)))).toMatchObject({
      status: 409,
    })
  })
})

describe('the rule when a form is asked for', () => {
  const all = { every_months: null, treatment_ids: [], service_ids: [] }
  test('the rule when a form is asked for accepts only existing treatments and services, and a number of months only for a form that is asked for every few months', async () => {
    const form = await add()
    const { treatmentId, serviceId } = clinic.catalogue
    const body = {
      frequency: 'every_months' as const,
      every_months: 6,
      treatment_ids: [treatmentId],
      service_ids: [serviceId, serviceId],
    }
    const choose = (more: object, by = form) =>
      clinic.asAdmin(forms.require, { ...of(form), body: { ...body, ...more } }, at(by))
    expect(await errorOf(choose({ every_months: null }))).toMatchObject({ errors: { every_months: [s.chooseMonths] } })
    expect(await errorOf(choose({ every_months: 121 }))).toMatchObject({ status: 422 })
    expect(await errorOf(choose({ service_ids: [newId()] }))).toMatchObject({ message: s.unknownServices })
    const { data } = await choose({})
    expect(data.requirement).toEqual({ ...body, service_ids: [serviceId] })
    expect((await choose({ ...all, frequency: 'once', every_months: 3 }, data)).data.requirement).toEqual({
      ...all,
      frequency: 'once',
    })
    expect(await logged(form.id)).toEqual(['form.added', 'requirement.changed', 'requirement.changed'])
  })

  test('an archived form is no longer asked for and cannot be edited, but it can be put back into use', async () => {
    const form = await publish(await save(await add(), content('Intake', 'Name')))
    const archive = async (is_archived: boolean) =>
      (await clinic.asAdmin(forms.archive, { ...of(form), body: { is_archived } })).data
    const archived = await archive(true)
    expect(archived.archived_at).not.toBeNull()
    const edit = clinic.asAdmin(forms.save, { ...of(form), body: content('Intake', 'Age') }, at(archived))
    expect(await errorOf(edit)).toMatchObject({ status: 409, message: s.isArchived })
    expect((await clinic.asAdmin(forms.list, {})).data.at(-1)!.id).toBe(form.id)
    expect((await archive(false)).archived_at).toBeNull()
    const unpublished = await add('Mistake')
    await clinic.asAdmin(forms.remove, { ...of(unpublished), body: {} })
    expect(await errorOf(clinic.asAdmin(forms.read, of(unpublished)))).toMatchObject({ status: 404 })
  })
})
