/** The URL of the clinic's logo, which the server wrote into the page; null without one. */
export const clinicLogo = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="clinic-logo"]')?.content ?? null
