import { loadSharp } from '#server/lib/load-sharp.ts'
import { LOGO_FORMS, logoAddress, type LogoForm } from '#shared/lib/logo.ts'
import { escapeHtml } from './page-template.ts'

/** The background of logos in formats without transparency. */
export const PAPER = '#fdf9f7'

/**
 * The largest size in pixels of the logo on pages, printed documents and e-mails: twice the size at which they show it.
 */
const SIGN = { width: 480, height: 160 }

const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * For each icon its size, the part of it that the logo fills, and its background. Phones crop a maskable icon to a
 * circle of four fifths of its size.
 */
const squares: Record<Exclude<LogoForm, 'sign'>, { size: number; sign: number; ground: typeof NOTHING | string }> = {
  32: { size: 32, sign: 1, ground: NOTHING },
  180: { size: 180, sign: 0.84, ground: PAPER },
  192: { size: 192, sign: 1, ground: NOTHING },
  512: { size: 512, sign: 1, ground: NOTHING },
  maskable: { size: 512, sign: 0.56, ground: PAPER },
}

/** Draws the clinic's logo in one of its forms from the stored picture. */
export async function drawLogo(picture: Buffer, form: LogoForm): Promise<Buffer> {
  const sharp = await loadSharp()
  if (form === 'sign')
    return sharp(picture)
      .resize({ ...SIGN, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  const { size, sign, ground } = squares[form]
  const inner = Math.round(size * sign)
  const drawn = await sharp(picture)
    .resize({ width: inner, height: inner, fit: 'contain', background: NOTHING })
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}

/** The icon links of the build, which the clinic's own icons replace. */
const BUILT_ICONS = /<link rel="(?:icon|apple-touch-icon)"[^>]*>\s*/g

/** A logo's size in pixels. */
type Shape = { width: number; height: number }

/**
 * The style of a wide logo: up to three times as wide as high on screens from 80rem on. On smaller screens a logo is
 * fitted into a square.
 */
function widthRule(shape: Shape | null): string {
  const ratio = shape === null ? 1 : Math.min(3, shape.width / shape.height)
  return ratio <= 1 ? '' : `@media(min-width:80rem){.logo-mark svg{width:auto;aspect-ratio:${ratio.toFixed(2)}}}`
}

/**
 * Visually hides the word Mutya beside a clinic's own logo; screen readers still read it (`ProductName` in
 * `web/ui/logo.tsx`).
 */
const NAME_HIDDEN =
  '.product-name{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}'

/**
 * Adds the clinic's logo to a page, as its icon and by a style sheet in place of Mutya's mark, so that prerendered
 * pages show it at once. `web/lib/page/document-head.ts` reads its URL from the `meta` element.
 */
export function withLogo(html: string, logoId: string | null, shape: Shape | null): string {
  if (logoId === null) return html
  const at = (form: LogoForm) => escapeHtml(logoAddress(logoId, form))
  const head = [
    `<link rel="icon" href="${at('32')}" sizes="32x32">`,
    `<link rel="icon" href="${at('192')}" sizes="192x192">`,
    `<link rel="apple-touch-icon" href="${at('180')}">`,
    `<meta name="clinic-logo" content="${at('sign')}">`,
    `<style>.logo-mark{background:url("${logoAddress(logoId, 'sign')}") center/contain no-repeat}.logo-mark svg{visibility:hidden}[data-theme=dark] .logo-mark{background-color:#fff;border-radius:4px}${NAME_HIDDEN}${widthRule(shape)}</style>`,
  ]
  return html.replace(BUILT_ICONS, '').replace('</head>', () => `${head.join('')}</head>`)
}

/** The icons of an installed app, made from the clinic's logo. */
export const logoIcons = (logoId: string) =>
  LOGO_FORMS.filter((form) => form === '192' || form === '512' || form === 'maskable').map((form) => ({
    src: logoAddress(logoId, form),
    sizes: `${squares[form].size}x${squares[form].size}`,
    type: 'image/png',
    purpose: form === 'maskable' ? ('maskable' as const) : ('any' as const),
  }))
