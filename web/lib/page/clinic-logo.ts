/** The address of the clinic's own sign, as the server wrote it into this page; null while the clinic has none. */
export const clinicLogo = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="clinic-logo"]')?.content ?? null
