/** Splits a colour such as `#rrggbb` into red, green and blue. */
const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))

function luminance(hex: string): number {
  const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
  const [r = 0, g = 0, b = 0] = channels(hex).map((channel) => linear(channel / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colours; `share` is the part of the second one, from 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)]
  const mixed = from.map((channel, i) => Math.round(channel + (to[i]! - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Shifts `colour` towards `towards` just far enough for this contrast with `ground`. */
function readableOn(ground: string, colour: string, { towards, least }: { towards: string; least: number }): string {
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(colour, towards, share)
    if (contrast(tried, ground) >= least) return tried
  }
  return towards
}

/** The text colour with the highest contrast on the background. */
const bestInk = (ground: string, inks: readonly [string, ...string[]]): string =>
  inks.reduce((best, ink) => (contrast(ink, ground) > contrast(best, ground) ? ink : best))

/** Colours that do not depend on the clinic's colour. */
export const LIGHT = { page: '#f4f5f5', card: '#ffffff', text: '#1f2a2c', quiet: '#566466', line: '#dfe6e6' } as const
export const DARK = { page: '#12191b', card: '#1b2427', text: '#e8eeee', quiet: '#a9b8ba', line: '#334145' } as const

/** The parts of an e-mail in the clinic's colour: name and links on the card, and the button with its label. */
type Brand = { link: string; button: string; label: string }
export type MailColours = { light: Brand; dark: Brand }

/** The minimum contrast. Text of 16 px needs 4.5 (WCAG 2, AA); on dark grounds a colour needs more to be recognized. */
const LEAST = { light: 4.5, dark: 7 }

function brandOn(card: string, colour: string, { towards, least }: { towards: string; least: number }): Brand {
  const link = readableOn(card, colour, { towards, least })
  return { link, button: link, label: bestInk(link, ['#ffffff', '#06201f']) }
}

/** The clinic's colour, made darker or lighter until it is readable. */
export const mailColours = (colour: string): MailColours => ({
  light: brandOn(LIGHT.card, colour, { towards: '#000000', least: LEAST.light }),
  dark: brandOn(DARK.card, colour, { towards: '#ffffff', least: LEAST.dark }),
})
