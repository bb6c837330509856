/** The browsers that clients use, with the part of the user agent that names each; the first match counts. */
const browsers = [
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/],
] as const

const systems = [
  ['iPad', /iPad/],
  ['iPhone', /iPhone|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const

/** The most characters of an unknown user agent that a signed copy stores. */
const MAX_UNKNOWN = 80

/**
 * Shortens a browser's user agent to the words that say on which device a form was signed, such as `Chrome 142 on
 * Android`. An unknown user agent is cut, so that the signed copy still has a trace of the device.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return ''
  const browser = browsers.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const known = [browser, system].filter((part) => part !== undefined).join(' on ')
  return (
    known ||
    userAgent
      .replace(/[^\x20-\x7e]/g, ' ')
      .slice(0, MAX_UNKNOWN)
      .trim()
  )
}
