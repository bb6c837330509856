/**
 * The names of the colour sets that a clinic can choose from. Their values are in `colours.ts`, so that pages which
 * only validate a choice do not load them.
 */
export const COLOUR_SETS = ['lagoon', 'plum', 'forest', 'navy', 'clay', 'graphite'] as const
export type ColourSet = (typeof COLOUR_SETS)[number]
/** A colour of the clinic's own, `#rrggbb` in lower case. */
export type OwnColour = `#${string}`
export type ColourChoice = ColourSet | OwnColour
