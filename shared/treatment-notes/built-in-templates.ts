import type { NoteField, NoteTemplateContent } from './note.ts'
import { builtInTemplateMessages as s } from './template-messages.ts'

/** The templates that every clinic has; owners change them, and add templates of their own. */
export const BUILT_IN_TEMPLATES = ['general', 'toxin', 'filler', 'energy', 'peel', 'drip', 'body'] as const
type BuiltIn = (typeof BUILT_IN_TEMPLATES)[number]

/** The template of treatments to which no other one is assigned. */
export const GENERAL_TEMPLATE = 'general'

const number = (key: string, label: string, unit: string): NoteField => ({ key, label, kind: 'number', unit })
const text = (key: string, label: string): NoteField => ({ key, label, kind: 'text', unit: '' })
const yesNo = (key: string, label: string): NoteField => ({ key, label, kind: 'yes_no', unit: '' })

const plain: Omit<NoteTemplateContent, 'name'> = {
  map: 'none',
  has_pin_amounts: false,
  has_products: false,
  unit: '',
  has_device: false,
  fields: [],
  pass_fields: [],
  aftercare: [],
}

/** The content with which a new template begins. */
export const emptyTemplate: NoteTemplateContent = { ...plain, name: '' }

const { names, fields: f, units: u, aftercare: a } = s

const contents: Record<BuiltIn, NoteTemplateContent> = {
  general: { ...plain, name: names.general, has_products: true, unit: u.piece, aftercare: [a.sunscreen, a.water] },
  toxin: {
    ...plain,
    name: names.toxin,
    map: 'face',
    has_pin_amounts: true,
    has_products: true,
    unit: u.units,
    fields: [number('dilution', f.dilution, u.mlPerVial), text('needle', f.needle)],
    aftercare: [a.upright, a.noRubbing, a.noExercise, a.review],
  },
  filler: {
    ...plain,
    name: names.filler,
    map: 'face',
    has_pin_amounts: true,
    has_products: true,
    unit: u.ml,
    fields: [text('needle', f.needleOrCannula), text('technique', f.technique), yesNo('aspirated', f.aspirated)],
    aftercare: [a.ice, a.noRubbing, a.noHeat, a.blanching],
  },
  energy: {
    ...plain,
    name: names.energy,
    map: 'face',
    has_device: true,
    fields: [text('skin_type', f.skinType), text('end_point', f.endPoint)],
    pass_fields: [
      text('area', f.area),
      number('energy', f.energy, u.energy),
      number('spot', f.spot, u.mm),
      number('pulse', f.pulse, u.ms),
      number('shots', f.shots, ''),
    ],
    aftercare: [a.sunscreen, a.noHeat, a.moisturiser],
  },
  peel: {
    ...plain,
    name: names.peel,
    map: 'face',
    has_products: true,
    unit: u.ml,
    fields: [
      text('agent', f.agent),
      number('concentration', f.concentration, '%'),
      number('layers', f.layers, ''),
      number('minutes', f.minutes, u.min),
      yesNo('neutralised', f.neutralised),
    ],
    aftercare: [a.sunscreen, a.noPicking, a.moisturiser],
  },
  drip: {
    ...plain,
    name: names.drip,
    has_products: true,
    unit: u.ml,
    fields: [
      text('site', f.site),
      number('rate', f.rate, u.dropsPerMinute),
      text('pressure_before', f.pressureBefore),
      text('pressure_after', f.pressureAfter),
    ],
    aftercare: [a.water, a.pressPlaster],
  },
  body: {
    ...plain,
    name: names.body,
    map: 'body',
    has_device: true,
    fields: [number('weight', f.weight, u.kg), number('waist', f.waist, u.cm)],
    pass_fields: [text('area', f.area), number('power', f.power, u.watt), number('minutes', f.minutes, u.min)],
    aftercare: [a.water, a.walk],
  },
}

const isBuiltIn = (key: string): key is BuiltIn => Object.hasOwn(contents, key)

/** Returns the content of a built-in template; undefined for other keys. */
export const builtInTemplate = (key: string): NoteTemplateContent | undefined =>
  isBuiltIn(key) ? contents[key] : undefined
