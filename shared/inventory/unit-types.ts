/** What supplies are mostly counted in; any other unit can be typed. */
export const UNIT_TYPES = ['pc', 'box', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g'] as const
