import type { ColourChoice, ColourSet, OwnColour } from './colour-choice.ts'
import { contrast, mix, nearestDarker, readableOn } from './contrast.ts'

/**
 * The CSS variables of `web/styles/tokens.css` that a set of colours changes. That file has the values of the default
 * set, `lagoon`.
 */
type Colours = Record<
  'primary' | 'primary-hover' | 'primary-soft' | 'primary-ink' | 'on-primary' | 'color-lagoon',
  string
>

export const colourSets: Readonly<Record<Exclude<ColourSet, 'lagoon'>, Colours>> = {
  plum: {
    primary: '#6b2f5e',
    'primary-hover': '#56234b',
    'primary-soft': '#f6e6f1',
    'primary-ink': '#56234b',
    'on-primary': '#fefbf9',
    'color-lagoon': '#3f1a37',
  },
  forest: {
    primary: '#2f5d34',
    'primary-hover': '#234a28',
    'primary-soft': '#e3f1e2',
    'primary-ink': '#234a28',
    'on-primary': '#fefbf9',
    'color-lagoon': '#183a1e',
  },
  navy: {
    primary: '#274b82',
    'primary-hover': '#1c3a68',
    'primary-soft': '#e4edf9',
    'primary-ink': '#1c3a68',
    'on-primary': '#fefbf9',
    'color-lagoon': '#14294b',
  },
  clay: {
    primary: '#8a3f2b',
    'primary-hover': '#6f3020',
    'primary-soft': '#fae8e1',
    'primary-ink': '#6f3020',
    'on-primary': '#fefbf9',
    'color-lagoon': '#4f2116',
  },
  graphite: {
    primary: '#3d474b',
    'primary-hover': '#2c3437',
    'primary-soft': '#e8ecec',
    'primary-ink': '#2c3437',
    'on-primary': '#fefbf9',
    'color-lagoon': '#1e2527',
  },
}

/** The background and text colours of `web/styles/tokens.css` that public pages combine with the clinic's colours. */
export const NEIGHBOURS = {
  grounds: { bg: '#fdf9f7', surface: '#ffffff', 'surface-2': '#f8f2ee', 'surface-3': '#f1e7e3' },
  inks: { ink: '#11252a', 'ink-2': '#415358' },
  blush: '#f5cfc5',
} as const

/** Every text colour with every background on which public pages show it in a set of colours. */
export const textPairs = (set: Colours): [text: string, ground: string][] => [
  ...Object.values(NEIGHBOURS.grounds).map((ground): [string, string] => [set.primary, ground]),
  [set.primary, set['primary-soft']],
  [set['primary-ink'], set['primary-soft']],
  [set['primary-ink'], NEIGHBOURS.grounds.surface],
  [set['on-primary'], set.primary],
  [set['on-primary'], set['primary-hover']],
  ['#ffffff', set['color-lagoon']],
  [set['color-lagoon'], NEIGHBOURS.blush],
  ...Object.values(NEIGHBOURS.inks).map((ink): [string, string] => [ink, set['primary-soft']]),
]

const LEAST_CONTRAST = 4.5
/**
 * The least contrast of white text with the dark background. It is higher than for other text, because some text on
 * this background is half transparent.
 */
const DARK_GROUND_CONTRAST = 11

/**
 * The colours of a page made from one main colour: hover and text colours are darker, the soft background is almost
 * white.
 */
function coloursFrom(primary: OwnColour): Colours {
  const darker = mix(primary, '#000000', 0.2)
  return {
    primary,
    'primary-hover': darker,
    'primary-soft': mix(primary, '#ffffff', 0.9),
    'primary-ink': darker,
    'on-primary': '#fefbf9',
    'color-lagoon': readableOn('#ffffff', mix(primary, '#000000', 0.35), {
      towards: '#000000',
      least: DARK_GROUND_CONTRAST,
    }),
  }
}

const isOwn = (choice: string): choice is OwnColour => /^#[0-9a-f]{6}$/.test(choice)

/** Returns the colour that somebody typed as the clinic's own, such as `AA3344`; null for an incomplete colour. */
export function parseOwnColour(text: string): OwnColour | null {
  const colour = `#${text.trim().replace(/^#/, '').toLowerCase()}`
  return isOwn(colour) ? colour : null
}

/**
 * True if every text of a page in the clinic's own colour has enough contrast. The colour sets need no check, because a
 * test checks them.
 */
export const isReadable = (choice: ColourChoice): boolean =>
  !isOwn(choice) || textPairs(coloursFrom(choice)).every((pair) => contrast(...pair) >= LEAST_CONTRAST)

/** The lightest readable colour of the same hue that is not lighter than `colour`. */
export const nearestReadable = (colour: OwnColour): OwnColour =>
  nearestDarker(colour, (tried) => isReadable(tried as OwnColour)) as OwnColour

/** The default colours in the style sheets. */
const LAGOON = { primary: '#055559', 'color-lagoon': '#05383d' }

/** The tokens that the clinic's choice changes; null for the default colours. */
const changedColours = (choice: ColourChoice): Colours | null => {
  if (isOwn(choice)) return coloursFrom(choice)
  return choice === 'lagoon' ? null : colourSets[choice]
}

/**
 * Returns the colours of the clinic's choice that pictures and PDFs use: that of buttons and links, and that of dark
 * backgrounds.
 */
export const mainColours = (choice: ColourChoice): Pick<Colours, 'primary' | 'color-lagoon'> =>
  changedColours(choice) ?? LAGOON

/** The style sheet's properties with their values in the clinic's colours; empty for the default ones. */
export const colourProperties = (choice: ColourChoice): [property: string, value: string][] =>
  Object.entries(changedColours(choice) ?? {}).map(([token, value]) => [`--${token}`, value])

/** The CSS rule that applies the clinic's colours; empty for the default ones. */
export function coloursAsCss(choice: ColourChoice): string {
  const rules = colourProperties(choice).map((pair) => pair.join(':'))
  // `:root:root` is more specific than `:root` in the tokens' style sheet, so it wins in whatever order the files are
  // loaded.
  return rules.length === 0 ? '' : `:root:root{${rules.join(';')}}`
}
