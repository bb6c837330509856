/** The sets of colours that a clinic can choose from. `colours.test.ts` computes the contrast of every pair. */
export const COLOUR_SETS = ['lagoon', 'plum', 'forest', 'navy', 'clay', 'graphite'] as const
export type ColourSet = (typeof COLOUR_SETS)[number]

/** The tokens of `web/styles/tokens.css` that a colour set changes; `lagoon` is the default there. */
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

/** The default colours in the style sheets. */
const LAGOON = { primary: '#055559', 'color-lagoon': '#05383d' }

/** A colour set's colour of buttons and links, and its dark background. */
export const mainColours = (set: ColourSet): Pick<Colours, 'primary' | 'color-lagoon'> =>
  set === 'lagoon' ? LAGOON : colourSets[set]

/** The CSS rule that applies a colour set; empty for the default one. */
export function coloursAsCss(set: ColourSet): string {
  if (set === 'lagoon') return ''
  const rules = Object.entries(colourSets[set]).map(([token, value]) => `--${token}:${value}`)
  // `:root:root` is more specific than `:root` in the tokens' style sheet, so it wins in whatever order the files are
  // loaded.
  return `:root:root{${rules.join(';')}}`
}
