import { bestInk, readableOn } from '#shared/clinic/contrast.ts'

/** What stays the same whatever the clinic's colour is. */
export const LIGHT = { page: '#f4f5f5', card: '#ffffff', text: '#1f2a2c', quiet: '#566466', line: '#dfe6e6' } as const
export const DARK = { page: '#12191b', card: '#1b2427', text: '#e8eeee', quiet: '#a9b8ba', line: '#334145' } as const

/** What an e-mail has in the clinic's colour: the name and links on the card, and the button with its label. */
type Brand = { link: string; button: string; label: string }
export type MailColours = { light: Brand; dark: Brand }

/** Text of 16 px needs 4.5 (WCAG 2, AA). On dark grounds a colour needs more to be seen as one. */
const LEAST = { light: 4.5, dark: 7 }

function brandOn(card: string, colour: string, { towards, least }: { towards: string; least: number }): Brand {
  const link = readableOn(card, colour, { towards, least })
  return { link, button: link, label: bestInk(link, ['#ffffff', '#06201f']) }
}

/** The clinic's colour, darker or lighter where it could not be read otherwise. */
export const mailColours = (colour: string): MailColours => ({
  light: brandOn(LIGHT.card, colour, { towards: '#000000', least: LEAST.light }),
  dark: brandOn(DARK.card, colour, { towards: '#ffffff', least: LEAST.dark }),
})
