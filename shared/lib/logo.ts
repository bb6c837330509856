/**
 * The PNG forms of the clinic's logo: `sign` has the logo's own shape, for pages, paper and e-mails; numbers are square
 * icons of that many pixels; `maskable` is an icon with a margin that phones may crop.
 */
export const LOGO_FORMS = ['sign', '32', '180', '192', '512', 'maskable'] as const
export type LogoForm = (typeof LOGO_FORMS)[number]

/** The path of the logo. A new logo has a new id, so browsers can cache the file forever. */
export const logoAddress = (pictureId: string, form: LogoForm): string => `/icons/clinic-${pictureId}-${form}.png`

/** The picture and form in a logo's path; null for every other path. */
export function logoAt(path: string): { pictureId: string; form: LogoForm } | null {
  const [, pictureId, form] = /^\/icons\/clinic-([0-9a-f-]{36})-(\w+)\.png$/.exec(path) ?? []
  const known = LOGO_FORMS.find((one) => one === form)
  return pictureId !== undefined && known ? { pictureId, form: known } : null
}
