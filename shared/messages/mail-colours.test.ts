import { expect, test } from 'vitest'
import { COLOUR_SETS } from '#shared/clinic/colour-choice.ts'
import { mainColours } from '#shared/clinic/colours.ts'
import { contrast } from '#shared/clinic/contrast.ts'
import { htmlBody } from './mail-body.ts'
import { DARK, LIGHT, mailColours } from './mail-colours.ts'

const colours = [
  ...COLOUR_SETS.map((set) => mainColours(set).primary),
  '#ffffff',
  '#000000',
  '#ffe600',
  '#7f7f7f',
  '#9b1c31',
  '#3f6212',
]

test.each(colours)(
  'all text of an e-mail in the colour %s has enough contrast on light and dark backgrounds',
  (colour) => {
    const { light, dark } = mailColours(colour)
    const pairs = [
      [light.link, LIGHT.card],
      [light.label, light.button],
      [dark.link, DARK.card],
      [dark.label, dark.button],
      ...[LIGHT, DARK].flatMap(({ card, text, quiet }) => [
        [text, card],
        [quiet, card],
      ]),
    ]
    expect(pairs.filter(([one, other]) => contrast(one!, other!) < 4.5)).toEqual([])
  },
)

test('an e-mail uses the clinic’s colour if it is readable, and a lighter shade in dark mode', () => {
  const plum = mainColours('plum').primary
  const { light, dark } = mailColours(plum)
  expect(light).toEqual({ link: plum, button: plum, label: '#ffffff' })
  const action = { label: 'See my visit', url: 'https://clinic.example.ph/visit' }
  const html = htmlBody({ heading: 'Ganda', colour: plum, paragraphs: [], action, after: [], foot: [] })
  expect(html).toContain(`color:${plum}">Ganda</p>`)
  expect(html).toMatch(new RegExp(`class="button"[^>]*background:${plum};color:#ffffff`))
  expect(html).toContain(`.button{background:${dark.button}!important;color:${dark.label}!important}`)
  // The e-mail contains none of the fixed colours of links and buttons that e-mails had before.
  expect(html).not.toMatch(/#0b5f63|#5fc2bd|#7fd3ce/)
})
