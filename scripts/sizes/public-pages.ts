import type { BuiltWeb, Measured } from './built-web.ts'

const preloadedFonts = (html: string): string[] =>
  Array.from(html.matchAll(/<link rel="preload" as="font"[^>]*href="\/([^"]+)"/g), (match) => match[1]!)

/** Returns the fonts that nearly every page needs among those of an inlined style sheet; see `web/styles/fonts.css`. */
const usualFonts = (html: string): string[] =>
  Array.from(new Set(html.match(/assets\/(?:manrope|cormorant|cormorant-italic)-(?!more|peso|italic)[\w-]+\.woff2/g)))

/** Returns the scripts that the page runs before its own modules. */
const startOf = (html: string): string[] =>
  Array.from(html.matchAll(/<script type="module"[^>]*src="\/([^"]+)"/g), (match) => match[1]!)

/** Measures what the landing, booking and log-in pages load before the visitor does anything. */
export function publicPages(built: BuiltWeb): Measured[] {
  const landing = built.bytesOf('landing.html').toString()
  const booking = built.bytesOf('booking.html').toString()
  const login = built.bytesOf('login.html').toString()
  return [
    // Includes the style sheets, which are inlined into the pages.
    built.weigh('landing: HTML and CSS', 20, ['landing.html']),
    built.weigh('landing: scripts', 85, [...startOf(landing), ...built.scriptsOf(['landing.html'])]),
    built.weigh('landing: fonts', 38, usualFonts(landing)),
    // A phone with three device pixels per CSS pixel loads the 960-pixel version.
    built.weigh('landing: first picture on a phone', 12, ['art/hero-1-960.avif']),
    // The font of the peso sign is not counted, because it loads only with the first price, in the next step of the
    // booking.
    built.weigh('booking, cold: HTML, CSS, scripts and fonts', 140, [
      'booking.html',
      ...startOf(booking),
      // The API module is counted too, because the page loads it right after its first paint.
      ...built.scriptsOf(['booking.html', 'appointments/booking/booking-api.ts']),
      ...preloadedFonts(booking),
    ]),
    built.weigh('log-in, cold: HTML, CSS, scripts and fonts', 160, [
      'login.html',
      ...startOf(login),
      ...built.scriptsOf(['login.html']),
      ...preloadedFonts(login),
    ]),
  ]
}
