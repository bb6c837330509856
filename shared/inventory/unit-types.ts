/** The suggested units of supplies; others can be typed. */
export const UNIT_TYPES = ['pc', 'box', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g'] as const
