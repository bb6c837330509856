/** Splits a colour such as `#rrggbb` into red, green and blue. */
const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))

const hexOf = (rgb: readonly number[]): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Red, green and blue in linear light, from 0 to 1. */
const linearChannels = (hex: string) =>
  channels(hex)
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = linearChannels(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colours; `share` is the part of `other` in the result, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)]
  return hexOf(from.map((channel, i) => channel + (to[i]! - channel) * share))
}

/** Shifts `colour` towards `towards` just far enough that its contrast with `ground` is at least `least`. */
export function readableOn(
  ground: string,
  colour: string,
  { towards, least }: { towards: string; least: number },
): string {
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(colour, towards, share)
    if (contrast(tried, ground) >= least) return tried
  }
  return towards
}

/** The text colour with the highest contrast on the background. */
export const bestInk = (ground: string, inks: readonly [string, ...string[]]): string =>
  inks.reduce((best, ink) => (contrast(ink, ground) > contrast(best, ground) ? ink : best))

/** A colour in OKLab, in which equal differences look equally large. */
type Oklab = [lightness: number, a: number, b: number]

function oklabOf(hex: string): Oklab {
  const [r = 0, g = 0, b = 0] = linearChannels(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Red, green and blue from 0 to 1; outside of this range if screens cannot show the colour. */
function rgbOf([lightness, a, b]: Oklab): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055))
}

/** The colour with this lightness and hue, and as much of the chroma as screens can show. */
function displayable(lightness: number, a: number, b: number): string {
  const rounding = 0.0005
  for (let share = 1; share > 0; share -= 0.02) {
    const rgb = rgbOf([lightness, a * share, b * share])
    if (rgb.every((channel) => channel >= -rounding && channel <= 1 + rounding))
      return hexOf(rgb.map((channel) => Math.min(1, Math.max(0, channel)) * 255))
  }
  return hexOf(Array<number>(3).fill(Math.max(0, rgbOf([lightness, 0, 0])[0]!) * 255))
}

/**
 * Returns the lightest colour that has the same hue, is not lighter than `hex`, and is accepted by `isAccepted`. Black
 * must be accepted.
 */
export function nearestDarker(hex: string, isAccepted: (hex: string) => boolean): string {
  if (isAccepted(hex)) return hex
  const [lightness, a, b] = oklabOf(hex)
  for (let tried = lightness; tried > 0; tried -= 0.004) {
    const colour = displayable(tried, a, b)
    if (isAccepted(colour)) return colour
  }
  return '#000000'
}
