import { readFileSync } from 'node:fs'

// This module is loaded before the app of the clock drill. The app's clock stands still at the time in a file, which
// the test changes.
const RealDate = Date
const now = () => RealDate.parse(readFileSync(process.env.CLOCK_FILE, 'utf8'))
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now())
    else super(...parts)
  }
  static now() {
    return now()
  }
}

// The defect that the drill plants to test itself: dates are formatted in the time zone of the machine.
if (process.env.FORGETS_MANILA) {
  const Format = Intl.DateTimeFormat
  Intl.DateTimeFormat = class extends Format {
    constructor(locale, options) {
      super(locale, { ...options, timeZone: process.env.TZ })
    }
  }
}
