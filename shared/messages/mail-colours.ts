import { bestInk, readableOn } from '#shared/clinic/contrast.ts'

/** The colours of an e-mail in light and dark mode that do not depend on the clinic's colour. */
export const LIGHT = { page: '#f4f5f5', card: '#ffffff', text: '#1f2a2c', quiet: '#566466', line: '#dfe6e6' } as const
export const DARK = { page: '#12191b', card: '#1b2427', text: '#e8eeee', quiet: '#a9b8ba', line: '#334145' } as const

/** The parts of an e-mail in the clinic's colour: name and links, and the button with its label. */
type Brand = { link: string; button: string; label: string }
export type MailColours = { light: Brand; dark: Brand }

/**
 * The minimum contrast. Text of 16 px needs 4.5 (WCAG 2, AA); on dark backgrounds a colour needs more to be recognized.
 */
const LEAST = { light: 4.5, dark: 7 }

function brandOn(card: string, colour: string, { towards, least }: { towards: string; least: number }): Brand {
  const link = readableOn(card, colour, { towards, least })
  return { link, button: link, label: bestInk(link, ['#ffffff', '#06201f']) }
}

/** The clinic's colour for light and dark mode, made darker or lighter until text in it is readable. */
export const mailColours = (colour: string): MailColours => ({
  light: brandOn(LIGHT.card, colour, { towards: '#000000', least: LEAST.light }),
  dark: brandOn(DARK.card, colour, { towards: '#ffffff', least: LEAST.dark }),
})
