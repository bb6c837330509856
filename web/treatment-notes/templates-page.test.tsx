import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { builtInTemplate, emptyTemplate } from '#shared/treatment-notes/built-in-templates.ts'
import { noteTemplatesContract as contract, type NoteTemplate } from '#shared/treatment-notes/contract.ts'
import { noteTemplateMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import TemplatesPage from './templates-page.tsx'

const botox = { id: sampleId(1), name: 'Botox Injections' }
const peels = { id: sampleId(2), name: 'Peels' }
const toxin: NoteTemplate = {
  key: 'toxin',
  content: builtInTemplate('toxin')!,
  is_built_in: true,
  is_changed: true,
  treatment_ids: [botox.id],
  version: 3,
}
const own: NoteTemplate = {
  key: sampleId(9),
  content: { ...emptyTemplate, name: 'Skin booster' },
  is_built_in: false,
  is_changed: false,
  treatment_ids: [],
  version: 1,
}
const general: NoteTemplate = {
  ...toxin,
  key: 'general',
  content: builtInTemplate('general')!,
  is_changed: false,
  treatment_ids: [],
  version: 0,
}

async function draw() {
  answer(contract.list, { data: [general, toxin, own], treatments: [botox, peels] })
  const drawn = drawScreen(<TemplatesPage />, { keepsCharts: true })
  const list = within(await screen.findByRole('list', { name: s.list }))
  const edit = async (name: string) => {
    await drawn.person.click(list.getByRole('button', { name: s.editOf(name) }))
    return within(await screen.findByRole('dialog', { name: s.editTitle }))
  }
  return { ...drawn, list, edit }
}

test('note templates are listed with their treatments, their fields and where they come from', async () => {
  const { list } = await draw()
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(`${general.content.name}${s.builtIn}${s.treatments}: ${s.noTreatments}`),
    expect.stringMatching(new RegExp(`${s.changed}${s.treatments}: Botox Injections${s.fields}: Dilution`)),
    expect.stringContaining(`Skin booster${s.own}`),
  ])
})

test('a note template is changed with a new field and another treatment, and sent with the displayed version', async () => {
  const { person, edit } = await draw()
  const dialog = await edit('Skin booster')
  await person.click(dialog.getByRole('radio', { name: s.maps.face }))
  await person.click(dialog.getByRole('combobox', { name: s.treatments }))
  await person.click(await screen.findByRole('option', { name: 'Peels' }))
  await person.keyboard('{Escape}')
  await person.click(dialog.getByRole('button', { name: s.addField }))
  await person.click(dialog.getByRole('button', { name: s.save }))
  // The new field has no label yet.
  const label = dialog.getByRole('textbox', { name: new RegExp(`^${s.label}`) })
  await waitFor(() => expect(document.activeElement).toBe(label))
  expect(sentBodies).toEqual([])
  await person.type(label, 'Needle')
  await person.type(
    dialog.getByRole('textbox', { name: new RegExp(`^${s.aftercare}`) }),
    'Use sunscreen.{Enter}{Enter}',
  )
  answer(contract.save, { data: { ...own, version: 2 } })
  await person.click(dialog.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentVersions).toEqual(['1'])
  expect(sentBodies).toMatchObject([
    {
      treatment_ids: [peels.id],
      content: {
        map: 'face',
        aftercare: ['Use sunscreen.'],
        fields: [{ label: 'Needle', kind: 'text', unit: '' }],
      },
    },
  ])
})

test('a note template that somebody else has changed shows the newer values', async () => {
  const { person, edit } = await draw()
  const dialog = await edit('Skin booster')
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${s.name}`) })
  const newer = { ...own, version: 2, content: { ...own.content, unit: 'mL', name: 'Skin booster, neck' } }
  refuse(contract.save, { status: 409, code: 'stale', message: 'Somebody else has changed it.', data: newer })
  await person.click(dialog.getByRole('checkbox', { name: s.hasDevice }))
  await person.click(dialog.getByRole('button', { name: s.save }))
  await waitFor(() => expect(name.value).toBe('Skin booster, neck'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: s.unit }).value).toBe('mL')
})

test('a note template of the clinic is deleted after a confirmation, and a changed built-in one is restored', async () => {
  const { person, edit } = await draw()
  const untouched = await edit(general.content.name)
  expect(untouched.queryByRole('button', { name: s.restore })).toBeNull()
  await person.click(untouched.getByRole('button', { name: s.cancel }))
  const dialog = await edit(toxin.content.name)
  const ask = async () => {
    await person.click(dialog.getByRole('button', { name: s.restore }))
    return within(await screen.findByRole('alertdialog', { name: s.restoreQuestion }))
  }
  const question = await ask()
  expect(question.getByText(s.removeText)).toBeTruthy()
  expect(asked).not.toContain('DELETE /api/note-templates/toxin')
  refuse(contract.remove, { status: 500, message: 'An unexpected error occurred' })
  await person.click(question.getByRole('button', { name: s.restore }))
  expect(await screen.findByText(s.notRestored)).toBeTruthy()
  answer(contract.remove, { message: 'The built-in template is back.' })
  await person.click((await ask()).getByRole('button', { name: s.restore }))
  expect(await screen.findByText('The built-in template is back.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click((await edit('Skin booster')).getByRole('button', { name: s.remove }))
  await person.click(
    within(await screen.findByRole('alertdialog', { name: s.removeQuestion })).getByRole('button', { name: s.remove }),
  )
  await waitFor(() => expect(asked).toContain(`DELETE /api/note-templates/${own.key}`))
})
