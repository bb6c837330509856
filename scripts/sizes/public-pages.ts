import type { BuiltWeb, Measured } from './built-web.ts'

const preloadedFonts = (html: string): string[] =>
  Array.from(html.matchAll(/<link rel="preload" as="font"[^>]*href="\/([^"]+)"/g), (match) => match[1]!)

/** What the page runs first, before its own scripts. */
const startOf = (html: string): string[] =>
  Array.from(html.matchAll(/<script type="module"[^>]*src="\/([^"]+)"/g), (match) => match[1]!)

/** The landing, the booking and the log-in page: what each brings before anybody touches it. */
export function publicPages(built: BuiltWeb): Measured[] {
  const landing = built.bytesOf('landing.html').toString()
  const booking = built.bytesOf('booking.html').toString()
  const login = built.bytesOf('login.html').toString()
  return [
    // The style sheets stand in the pages themselves.
    built.weigh('landing: HTML and CSS', 20, ['landing.html']),
    built.weigh('landing: scripts', 85, [...startOf(landing), ...built.scriptsOf(['landing.html'])]),
    built.weigh('landing: fonts', 38, preloadedFonts(landing)),
    // A phone of three device pixels to one takes the 960 pixels.
    built.weigh('landing: first picture on a phone', 12, ['art/hero-1-960.avif']),
    // The peso sign's own font comes with the first price, one step later.
    built.weigh('booking, cold: HTML, CSS, scripts and fonts', 150, [
      'booking.html',
      ...startOf(booking),
      // The calls are loaded by the page itself after its first paint.
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
