import { formContent, type FormContent } from './form.ts'
import { readyTexts as t } from './ready-texts.ts'
import type { FormRequirement } from './requirement.ts'

/** The forms with which a clinic can start. Their texts are in `ready-texts.ts`. */
export const READY_FORMS = ['intake', 'consent', 'photos', 'injectables', 'peels_lasers'] as const
export type ReadyForm = (typeof READY_FORMS)[number]

type Draft = Record<string, unknown>
const base = (id: string, label: string, is_required = true, hint = '') => ({ id, label, hint, is_required })
const text = (id: string, words: string): Draft => ({ id, kind: 'paragraph', text: words })
const ask = (kind: string, id: string, label: string, more: Draft = {}): Draft => ({
  ...base(id, label),
  kind,
  ...more,
})
const optional = { is_required: false }
const yesNo = (id: string, label: string, followUp?: string): Draft =>
  ask('yes_no', id, label, {
    follow_up: followUp === undefined ? null : { after: 'yes', label: followUp, is_required: true },
  })
const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }))
const section = (id: string, title: string, ...fields: Draft[]) => ({ id, title, fields })
const signed = (words: string) =>
  section('sign', t.signTitle, text('agree', words), ask('signature', 'signature', t.signature))

const health = t.intake.health
const contents: Record<ReadyForm, () => unknown> = {
  intake: () => ({
    title: t.intake.title,
    sections: [
      section(
        'skin',
        t.intake.skin.title,
        ask('long_text', 'concern', t.intake.skin.concern),
        ask('choice', 'type', t.intake.skin.type, { options: options(t.intake.skin.types) }),
        ask('choices', 'products', t.intake.skin.products, {
          ...optional,
          options: options(t.intake.skin.productNames),
        }),
        ask('drawing', 'where', t.intake.skin.where, { ...optional, map: 'face_front' }),
      ),
      section(
        'health',
        health.title,
        yesNo('allergies', health.allergies, health.whichAllergies),
        yesNo('medicines', health.medicines, health.whichMedicines),
        yesNo('isotretinoin', health.isotretinoin, health.isotretinoinWhen),
        yesNo('thinners', health.thinners, health.whichThinners),
        yesNo('keloids', health.keloids, health.whereKeloids),
        yesNo('cold_sores', health.coldSores),
        yesNo('pregnant', health.pregnant),
        yesNo('conditions', health.conditions, health.whichConditions),
        yesNo('procedures', health.procedures, health.whichProcedures),
        ask('long_text', 'more', health.more, optional),
      ),
      signed(t.intake.agree),
    ],
  }),
  consent: () => ({
    title: t.consent.title,
    sections: [
      section('about', t.consent.aboutTitle, ...t.consent.about.map((words, n) => text(`about-${n + 1}`, words))),
      section(
        'privacy',
        t.consent.privacyTitle,
        text('privacy-text', t.consent.privacy),
        ask('initials', 'initials', t.consent.privacyInitials),
      ),
      signed(t.consent.agree),
    ],
  }),
  photos: () => ({
    title: t.photos.title,
    sections: [
      section('record', '', text('record-text', t.photos.record), yesNo('record-yes', t.photos.recordQuestion)),
      section(
        'use',
        t.photos.useTitle,
        text('use-text', t.photos.use),
        ask('choices', 'uses', t.photos.uses, { ...optional, options: options(t.photos.useNames) }),
      ),
      signed(t.photos.agree),
    ],
  }),
  injectables: () => ({
    title: t.injectables.title,
    sections: [
      section(
        'about',
        t.injectables.aboutTitle,
        ...t.injectables.about.map((words, n) => text(`about-${n + 1}`, words)),
      ),
      section(
        'today',
        t.injectables.todayTitle,
        yesNo('pregnant', health.pregnant),
        yesNo('thinners', health.thinners, health.whichThinners),
        yesNo('nerves', t.injectables.nerves, t.injectables.whichNerves),
        yesNo('infection', t.injectables.infection, t.injectables.whereInfection),
        yesNo('earlier', t.injectables.earlier, t.injectables.whichEarlier),
        ask('drawing', 'areas', t.injectables.areas, { map: 'face_front' }),
      ),
      section(
        'risks',
        t.injectables.risksTitle,
        text('risks-text', t.injectables.risks),
        ask('initials', 'initials', t.injectables.risksInitials),
      ),
      signed(t.injectables.agree),
    ],
  }),
  peels_lasers: () => ({
    title: t.peels.title,
    sections: [
      section('about', t.peels.aboutTitle, ...t.peels.about.map((words, n) => text(`about-${n + 1}`, words))),
      section(
        'today',
        t.peels.todayTitle,
        yesNo('pregnant', health.pregnant),
        yesNo('isotretinoin', health.isotretinoin, health.isotretinoinWhen),
        yesNo('keloids', health.keloids, health.whereKeloids),
        yesNo('cold_sores', health.coldSores),
        yesNo('sun', t.peels.sun),
        yesNo('retinoids', t.peels.retinoids, t.peels.whenRetinoids),
        yesNo('light', t.peels.light, t.peels.whichLight),
      ),
      section(
        'care',
        t.peels.careTitle,
        text('care-text', t.peels.care),
        ask('initials', 'initials', t.peels.careInitials),
      ),
      signed(t.peels.agree),
    ],
  }),
}

const requirements: Record<ReadyForm, FormRequirement['frequency']> = {
  intake: 'once',
  consent: 'once',
  photos: 'once',
  injectables: 'by_hand',
  peels_lasers: 'by_hand',
}

/**
 * The content of a ready form, and its usual frequency. The clinic itself chooses the treatments for which the form is
 * due.
 */
export const readyForm = (name: ReadyForm): { content: FormContent; frequency: FormRequirement['frequency'] } => ({
  content: formContent.parse(contents[name]()),
  frequency: requirements[name],
})

/** The title of a ready form. */
export const readyTitle = (name: ReadyForm): string => readyForm(name).content.title
