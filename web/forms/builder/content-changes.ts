import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FieldKind, FieldOf, FormContent, FormField, FormSection } from '#shared/forms/form.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'

// The functions of this file change the content of a form. Each returns new content and leaves the old one as it was.

/** The place of a field in a form: its section, and its position in the section. */
export type Place = { section: number; position: number }

const newPartId = () => `p-${newUuid()}`.slice(0, 40)

export const newOption = (number: number): FieldOf<'choice'>['options'][number] => ({
  id: newPartId(),
  label: s.option(number),
})

/** A new field of a kind, with the parts that every field of this kind has. */
export function newField(kind: FieldKind): FormField {
  const id = newPartId()
  const base = { id, label: '', hint: '', is_required: true }
  switch (kind) {
    case 'paragraph':
      return { id, kind, text: '' }
    case 'number':
      return { ...base, kind, unit: '', min: null, max: null }
    case 'choice':
    case 'choices':
      return { ...base, kind, options: [newOption(1), newOption(2)] }
    case 'yes_no':
      return { ...base, kind, follow_up: null }
    case 'drawing':
      return { ...base, kind, map: 'face_front' }
    case 'initials':
    case 'signature':
      return { ...base, kind, label: s.defaultLabels[kind] }
    default:
      return { ...base, kind }
  }
}

const newSection = (): FormSection => ({ id: newPartId(), title: '', fields: [] })

export const addSection = (content: FormContent): FormContent => ({
  ...content,
  sections: [...content.sections, newSection()],
})

export const changeSection = (content: FormContent, id: string, changes: Partial<FormSection>): FormContent => ({
  ...content,
  sections: content.sections.map((one) => (one.id === id ? { ...one, ...changes } : one)),
})

export function placeOf(content: FormContent, fieldId: string): Place | null {
  for (const [section, { fields }] of content.sections.entries()) {
    const position = fields.findIndex(({ id }) => id === fieldId)
    if (position !== -1) return { section, position }
  }
  return null
}

/** Adds a field at a place. If the section of the place no longer exists, the field is added to the last section. */
export function insertField(content: FormContent, field: FormField, { section, position }: Place): FormContent {
  const sections = content.sections.length > 0 ? content.sections : [newSection()]
  const at = Math.min(section, sections.length - 1)
  return {
    ...content,
    sections: sections.map((one, n) => (n === at ? { ...one, fields: one.fields.toSpliced(position, 0, field) } : one)),
  }
}

export const removeField = (content: FormContent, fieldId: string): FormContent => ({
  ...content,
  sections: content.sections.map((one) => ({ ...one, fields: one.fields.filter(({ id }) => id !== fieldId) })),
})

export const changeField = (content: FormContent, changed: FormField): FormContent => ({
  ...content,
  sections: content.sections.map((one) => ({
    ...one,
    fields: one.fields.map((field) => (field.id === changed.id ? changed : field)),
  })),
})

/** Adds a copy of a field directly below the field. */
export function duplicateField(content: FormContent, fieldId: string): FormContent {
  const place = placeOf(content, fieldId)
  if (!place) return content
  const field = content.sections[place.section]!.fields[place.position]!
  return insertField(content, { ...field, id: newPartId() }, { ...place, position: place.position + 1 })
}

/** Moves a field to a place. The position of the place is counted as if the moved field were already removed. */
export function moveField(content: FormContent, fieldId: string, to: Place): FormContent {
  const from = placeOf(content, fieldId)
  if (!from || (from.section === to.section && from.position === to.position)) return content
  const field = content.sections[from.section]!.fields[from.position]!
  return insertField(removeField(content, fieldId), field, to)
}

/**
 * Returns the place one step above or below a place, also in the neighbouring section; null before the first and after
 * the last section.
 */
export function stepFrom({ sections }: FormContent, { section, position }: Place, by: 1 | -1): Place | null {
  const next = position + by
  if (next >= 0 && next < sections[section]!.fields.length) return { section, position: next }
  const neighbour = sections[section + by]
  if (!neighbour) return null
  return { section: section + by, position: by === 1 ? 0 : neighbour.fields.length }
}

export function moveSection(content: FormContent, id: string, by: 1 | -1): FormContent {
  const from = content.sections.findIndex((one) => one.id === id)
  const other = content.sections[from + by]
  if (!other) return content
  const sections = content.sections.with(from + by, content.sections[from]!).with(from, other)
  return { ...content, sections }
}

/** What a field is called in lists and announcements. */
export const nameOf = (field: FormField): string =>
  field.kind === 'paragraph' ? field.text.slice(0, 80) || s.noText : field.label || s.noLabel
