import { expect, test } from 'vitest'
import { contentProblems, FIELD_KINDS, formContent, type FormContent } from '#shared/forms/form.ts'
import {
  addSection,
  duplicateField,
  insertField,
  moveField,
  newField,
  placeOf,
  removeField,
  stepFrom,
} from './content-changes.ts'

const field = (id: string) => ({ id, kind: 'short_text' as const, label: id, hint: '', is_required: true })
const content: FormContent = {
  title: 'Form',
  sections: [
    { id: 's1', title: '', fields: [field('a'), field('b')] },
    { id: 's2', title: '', fields: [] },
    { id: 's3', title: '', fields: [field('c')] },
  ],
}
const idsOf = ({ sections }: FormContent) => sections.map(({ fields }) => fields.map(({ id }) => id).join(' '))

test.each(FIELD_KINDS)('a new form field of the kind %s is valid as a draft and keeps the form valid', (kind) => {
  const changed = insertField({ title: '', sections: [] }, newField(kind), { section: 0, position: 0 })
  expect(formContent.parse(changed)).toEqual(changed)
})

test('keys move a field of a form up and down through all sections, and stop at the first and last position', () => {
  let moved = content
  const seen = [idsOf(moved)]
  for (let to = stepFrom(moved, placeOf(moved, 'a')!, 1); to; to = stepFrom(moved, placeOf(moved, 'a')!, 1)) {
    moved = moveField(moved, 'a', to)
    seen.push(idsOf(moved))
  }
  expect(seen).toEqual([
    ['a b', '', 'c'],
    ['b a', '', 'c'],
    ['b', 'a', 'c'],
    ['b', '', 'a c'],
    ['b', '', 'c a'],
  ])
  for (let to = stepFrom(moved, placeOf(moved, 'a')!, -1); to; to = stepFrom(moved, placeOf(moved, 'a')!, -1)) {
    moved = moveField(moved, 'a', to)
    expect(idsOf(moved)).toEqual(seen.at(-2))
    seen.pop()
  }
  expect(idsOf(moved)).toEqual(idsOf(content))
})

test('a copied field of a form has its own id, and a removed field is restored at its earlier position, even if its section was removed', () => {
  const copied = duplicateField(content, 'a')
  expect(copied.sections[0]!.fields.map(({ id }) => id)).toHaveLength(3)
  expect(new Set(copied.sections[0]!.fields.map(({ id }) => id)).size).toBe(3)
  const place = placeOf(content, 'c')!
  const removed = removeField(content, 'c')
  expect(idsOf(insertField(removed, field('c'), place))).toEqual(idsOf(content))
  expect(idsOf(insertField({ ...removed, sections: [] }, field('c'), place))).toEqual(['c'])
  expect(contentProblems(addSection(content))).toHaveLength(2)
})
