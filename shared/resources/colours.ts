/**
 * The colours that a practitioner, room or device can have. White text on each has a contrast of at least 4.5, and each
 * stands out from the surface of the dark theme by at least 3.
 */
export const RESOURCE_COLOURS = [
  '#ca3258',
  '#b84b35',
  '#986216',
  '#627527',
  '#2f7c49',
  '#1e7a77',
  '#2473ab',
  '#4a65d2',
  '#8057c7',
  '#a647a6',
  '#936347',
  '#616f83',
] as const
export type ResourceColour = (typeof RESOURCE_COLOURS)[number]
