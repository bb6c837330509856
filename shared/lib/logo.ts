/**
 * The forms in which the clinic's own sign is served, as PNG: `sign` as it is for pages, paper and e-mails, the others as
 * square icons of so many pixels, `maskable` with room around it for the shapes that phones cut.
 */
export const LOGO_FORMS = ['sign', '32', '180', '192', '512', 'maskable'] as const
export type LogoForm = (typeof LOGO_FORMS)[number]

/** Where the sign stands, by the id of its picture. Another picture has another address: it may be kept for ever. */
export const logoAddress = (pictureId: string, form: LogoForm): string => `/icons/clinic-${pictureId}-${form}.png`

/** What an address of a sign names; null for every other path. */
export function logoAt(path: string): { pictureId: string; form: LogoForm } | null {
  const [, pictureId, form] = /^\/icons\/clinic-([0-9a-f-]{36})-(\w+)\.png$/.exec(path) ?? []
  const known = LOGO_FORMS.find((one) => one === form)
  return pictureId !== undefined && known ? { pictureId, form: known } : null
}
