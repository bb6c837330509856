import { expect, test } from 'vitest'
import type { SignedForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { BODY_MAPS } from '#shared/lib/body-maps.ts'
import { outlineLines } from '#web/ui/outline-lines.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { fontsFromDisk, pagesOf } from '#web/exports/report/report-fixture.ts'
import { signedFormPdf } from './signed-form-pdf.ts'

const copy: SignedForm = {
  id: '01900000-0000-7000-8000-0000000000d1',
  form_id: '01900000-0000-7000-8000-0000000000d2',
  present_version_id: null,
  title: 'Peel consent',
  version_number: 2,
  signed_at: '2026-11-20T20:00:00+08:00',
  received_at: '2026-11-21T09:00:00+08:00',
  signer_name: 'Rosa Reyes',
  guardian_relation: 'Mother',
  client_name: 'Ana Peña',
  channel: 'tablet',
  device: 'Chrome 142 on Android',
  handed_over_by: 'Bea Cruz',
  visit_date: '2026-11-21',
  corrects: '01900000-0000-7000-8000-0000000000d3',
  is_corrected: false,
  corrected_copy_signed_at: '2026-11-19T10:00:00+08:00',
  correction_reason: 'Skin type was wrong',
  hash: 'ab'.repeat(32),
  is_unaltered: true,
  content: {
    title: 'Peel consent',
    sections: [
      {
        id: 'main',
        title: 'Before the peel',
        fields: [
          { id: 'words', kind: 'paragraph', text: 'My skin may turn red.\nIt may peel.' },
          {
            id: 'smoke',
            kind: 'yes_no',
            label: 'Do you smoke?',
            hint: '',
            is_required: true,
            follow_up: { after: 'yes', label: 'How much?', is_required: true },
          },
          {
            id: 'skin',
            kind: 'choices',
            label: 'Skin',
            hint: '',
            is_required: false,
            options: [
              { id: 'dry', label: 'Dry' },
              { id: 'red', label: 'Red' },
            ],
          },
          { id: 'empty', kind: 'short_text', label: 'Other', hint: '', is_required: false },
          { id: 'sign', kind: 'signature', label: 'Your signature', hint: '', is_required: true },
        ],
      },
    ],
  },
  answers: {
    smoke: { answer: 'yes', follow_up: 'Five a day' },
    skin: ['dry', 'red'],
    sign: {
      kind: 'drawn',
      strokes: [
        [
          [100, 500],
          [400, 420],
        ],
      ],
    },
  },
}

test('the PDF of a signed copy has its words, answers, signer, time, device, hash and the copy that it corrects', async () => {
  const [page, ...more] = await pagesOf(signedFormPdf(copy, 'Mutya Skin', fontsFromDisk()))
  expect(more).toEqual([])
  for (const text of [
    'Mutya Skin',
    'Peel consent',
    'Before the peel',
    'My skin may turn red.',
    'It may peel.',
    'Yes. How much?: Five a day',
    'Dry, Red',
    s.noAnswer,
    'Your signature',
    'Client: Ana Peña',
    'Signed by: Rosa Reyes, For Ana Peña (Mother)',
    'Signed: Nov 20, 2026, 8:00 PM',
    'Received: Nov 21, 2026, 9:00 AM',
    'Handed over by: Bea Cruz',
    'Device: Chrome 142 on Android',
    'Version 2',
    s.correctionOf('Nov 19, 2026, 10:00 AM'),
    'Skin type was wrong',
    copy.hash,
    s.unaltered,
  ])
    expect(page).toContain(text)
})

test('the PDF of a signed copy that was altered says that it was altered, and a long form has as many pages as it needs', async () => {
  const long = structuredClone(copy)
  long.is_unaltered = false
  const words = { kind: 'paragraph' as const, text: Array.from({ length: 90 }, (_, i) => `Line ${i + 1}.`).join('\n') }
  long.content.sections[0]!.fields.unshift({ id: 'long', ...words })
  const pages = await pagesOf(signedFormPdf(long, 'Mutya Skin', fontsFromDisk()))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.join(' ')).toContain('Line 90.')
  expect(pages.at(-1)).toContain(s.altered)
  expect(pages.at(-1)).toContain(exportMessages.pageOf(pages.length, pages.length))
})

test('in the PDF of a signed copy, the outline below a drawing has the same lines as on the screen', () => {
  const { main, fine } = outlineLines('face_left')
  const mirrored = outlineLines('face_right')
  expect(main[0]![0]).toEqual([566, 92])
  expect(mirrored.main[0]![0]).toEqual([434, 92])
  // The line of the face ends at the end point of the last curve in its SVG path.
  expect(main[0]!.at(-1)!.map(Math.round)).toEqual([446, 985])
  for (const map of BODY_MAPS)
    for (const line of [...outlineLines(map).main, ...outlineLines(map).fine]) {
      expect(line.length).toBeGreaterThan(1)
      for (const part of line.flat()) expect(part >= 0 && part <= 1000).toBe(true)
    }
  expect(fine.length).toBeGreaterThan(0)
})
