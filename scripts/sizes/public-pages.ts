import type { BuiltWeb, Measured } from './built-web.ts'

/** A visitor sees and fills in the page without the scripts; they are there for sending it. */
const loginMissed = {
  allowed: 168,
  why: 'React 57, fonts 51, zod 14 and the forms 11 KB leave 27 KB for the page itself',
}

const preloadedFonts = (html: string): string[] =>
  Array.from(html.matchAll(/<link rel="preload" as="font"[^>]*href="\/([^"]+)"/g), (match) => match[1]!)

/** The landing, the booking and the log-in page: what each brings before anybody touches it. */
export function publicPages(built: BuiltWeb): Measured[] {
  const landing = built.bytesOf('landing.html').toString()
  const booking = built.bytesOf('booking.html').toString()
  const login = built.bytesOf('login.html').toString()
  return [
    // The style sheets stand in the pages themselves.
    built.weigh('landing: HTML and CSS', 20, ['landing.html']),
    built.weigh('landing: scripts', 85, built.scriptsOf(['landing.html'])),
    built.weigh('landing: fonts', 62, preloadedFonts(landing)),
    // A phone of three device pixels to one takes the 960 pixels.
    built.weigh('landing: first picture on a phone', 12, ['art/hero-1-960.avif']),
    // The peso sign's own font comes with the first price, one step later.
    built.weigh('booking, cold: HTML, CSS, scripts and fonts', 160, [
      'booking.html',
      // The calls are loaded by the page itself after its first paint.
      ...built.scriptsOf(['booking.html', 'appointments/booking/booking-api.ts']),
      ...preloadedFonts(booking),
    ]),
    {
      ...built.weigh('log-in, cold: HTML, CSS, scripts and fonts', 160, [
        'login.html',
        ...built.scriptsOf(['login.html']),
        ...preloadedFonts(login),
      ]),
      missed: loginMissed,
    },
  ]
}
