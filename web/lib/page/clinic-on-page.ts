import type { PublicClinic } from '#shared/clinic/public-profile.ts'

/** The clinic's data as the server wrote it into this page. */
export async function clinicOnPage(): Promise<PublicClinic> {
  const text = document.getElementById('clinic')?.textContent?.trim() ?? ''
  // Under Vite's own server nobody filled the page in: ask as the rest of the app does.
  if (import.meta.env.DEV && text.startsWith('{{')) return clinicFromServer()
  return JSON.parse(text) as PublicClinic
}

async function clinicFromServer(): Promise<PublicClinic> {
  const [{ api }, { clinicContract }, { publicClinic }] = await Promise.all([
    import('#web/lib/api.ts'),
    import('#shared/clinic/contract.ts'),
    import('#shared/clinic/public-profile.ts'),
  ])
  return publicClinic((await api(clinicContract.read, {})).data)
}
