import { expect, test } from 'vitest'
import { emptyCard } from '#shared/client-cards/contract.ts'
import type { OwnChart } from '#shared/profile/own-chart-contract.ts'
import { ownChartMessages as s } from '#shared/profile/own-chart-messages.ts'
import { emptyNote } from '#shared/treatment-notes/note.ts'
import { sampleId } from '#shared/test/samples.ts'
import { fontsFromDisk, pagesOf } from '#web/exports/report/report-fixture.ts'
import { ownChartPdf, type ChartPicture } from './own-chart-pdf.ts'

const at = '2026-11-20T10:00:00+08:00'

const empty: OwnChart = {
  exported_at: '2026-11-23T08:00:00+08:00',
  clinic_name: 'Mutya Skin',
  name: 'Bianca Peña',
  card: { ...emptyCard, birth_date_of_id: null, version: 0 },
  alerts: [],
  forms: [],
  notes: [],
  plans: [],
  photos: [],
}

const photos: OwnChart['photos'] = Array.from({ length: 3 }, (_, index) => ({
  id: sampleId(700 + index),
  angle: 'left_45',
  area: null,
  note: index === 0 ? 'Before the first peel' : null,
  taken_at: at,
}))

const full: OwnChart = {
  ...empty,
  card: { ...empty.card, birth_date: '1990-03-04', emergency_name: 'Jose Peña', emergency_number: '0917 555 0000' },
  alerts: [
    {
      id: sampleId(1),
      client_id: sampleId(2),
      kind: 'allergy',
      text: 'lidocaine',
      treatments: [{ id: sampleId(3), name: 'Peels' }],
      added: { by: 'Dra. Reyes', at },
      ended: null,
      is_replaced: false,
    },
  ],
  forms: [
    {
      id: sampleId(4),
      form_id: sampleId(5),
      present_version_id: null,
      title: 'Peel consent',
      version_number: 2,
      signed_at: at,
      received_at: at,
      signer_name: 'Bianca Peña',
      guardian_relation: null,
      client_name: 'Bianca Peña',
      channel: 'tablet',
      device: 'Chrome 142 on Android',
      handed_over_by: null,
      visit_date: null,
      corrects: null,
      is_corrected: false,
      corrected_copy_signed_at: null,
      correction_reason: null,
      hash: 'ab'.repeat(32),
      is_unaltered: true,
      content: {
        title: 'Peel consent',
        sections: [
          { id: 'main', title: 'Consent', fields: [{ id: 'words', kind: 'paragraph', text: 'My skin may turn red.' }] },
        ],
      },
      answers: {},
    },
  ],
  notes: [
    {
      date: '2026-11-20',
      service_name: 'Toxin',
      practitioner_name: 'Dra. Reyes',
      note: {
        id: sampleId(6),
        template_key: 'toxin',
        template: {
          name: 'Toxin',
          map: 'face',
          has_pin_amounts: true,
          has_products: true,
          unit: 'units',
          has_device: false,
          fields: [],
          pass_fields: [],
          aftercare: [],
        },
        content: {
          ...emptyNote,
          products: [
            {
              id: 'p1',
              name: 'Botulinum',
              product_id: null,
              amount: 20,
              unit: 'units',
              batch: 'LOT-77',
              expires_on: '2027-05-01',
              area: '',
            },
          ],
          text: 'Went well.',
        },
        version: 1,
        created_by: 'Dra. Reyes',
        updated_at: at,
        updated_by: 'Dra. Reyes',
        signed: { at, by: 'Dra. Reyes', hash: 'cd'.repeat(32) },
        additions: [{ id: sampleId(8), text: 'Called the next day.', added_at: at, added_by: 'Dra. Reyes' }],
      },
    },
  ],
  plans: [
    {
      id: sampleId(9),
      client_id: sampleId(2),
      service_id: sampleId(10),
      service_name: 'Diamond peel',
      treatment_name: 'Facials',
      sessions: 6,
      done: 2,
      interval_count: 3,
      interval_unit: 'weeks',
      started_on: '2026-11-01',
      ended_on: null,
      state: 'running',
      last_done_on: '2026-11-20',
      due_on: '2026-12-11',
      booked_for: null,
      service: null,
      version: 1,
      goal: 'Even skin tone',
      started_by: 'Dra. Reyes',
    },
  ],
  photos,
}

/** The smallest JPEG: one grey pixel. */
const pixel =
  'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k='
const found: ChartPicture = { jpeg: pixel, width: 3, height: 4 }

test('the PDF of a client’s own chart has client card, alerts, forms with their words, notes with batches, treatment plans and photos', async () => {
  const progress: number[] = []
  const { pdf, missing } = await ownChartPdf(full, {
    fonts: fontsFromDisk(),
    pictureOf: () => Promise.resolve(found),
    onPhoto: (done) => progress.push(done),
  })
  const text = (await pagesOf(pdf)).join(' ')
  for (const part of [
    'Mutya Skin',
    'Bianca Peña · Nov 23, 2026, 8:00 AM',
    'Birth Date: March 4, 1990',
    'Emergency Contact: Jose Peña, 0917 555 0000',
    'Allergy: lidocaine',
    'Speaks against Peels',
    'Peel consent',
    'My skin may turn red.',
    'ab'.repeat(32),
    'November 20, 2026 · Toxin',
    'LOT-77',
    'Went well.',
    'Signed off by Dra. Reyes',
    'Called the next day.',
    'Running · 2 of 6 sessions done · every 3 weeks',
    'Goal: Even skin tone',
    'Nov 20, 2026 · Left 45°',
    'Before the first peel',
  ])
    expect(text).toContain(part)
  expect(missing).toBe(0)
  expect(progress).toEqual([1, 2, 3])
})

test('the PDF of a client’s own chart is made even if a photo file is missing, and names the missing photo', async () => {
  const { pdf, missing } = await ownChartPdf(full, {
    fonts: fontsFromDisk(),
    pictureOf: ({ id }) => Promise.resolve(id === photos[1]!.id ? null : found),
  })
  const text = (await pagesOf(pdf)).join(' ')
  expect(missing).toBe(1)
  expect(text.split(s.photoMissing)).toHaveLength(2)
})

test('the PDF of an empty chart says that there is nothing; one with 200 notes has as many pages as it needs', async () => {
  const [page, ...more] = await pagesOf(
    (await ownChartPdf(empty, { fonts: fontsFromDisk(), pictureOf: () => Promise.resolve(null) })).pdf,
  )
  expect(more).toEqual([])
  expect(page!.split(s.none).length).toBeGreaterThan(5)
  const notes = Array.from({ length: 200 }, (_, index) => ({ ...full.notes[0]!, service_name: `Toxin ${index + 1}x` }))
  const many = { ...empty, notes }
  const pages = await pagesOf(
    (await ownChartPdf(many, { fonts: fontsFromDisk(), pictureOf: () => Promise.resolve(null) })).pdf,
  )
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.join(' ')).toContain('Toxin 200x')
})
