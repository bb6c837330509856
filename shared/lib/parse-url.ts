/** Parses a URL; null when it is invalid. The oldest browsers have neither `URL.canParse` nor `URL.parse`. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
