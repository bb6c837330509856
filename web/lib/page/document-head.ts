let title = ''
let count = 0

function updateTitle(): void {
  document.title = count > 0 ? `(${count}) ${title}` : title
}

/** Sets the page's title in the browser's tab. */
export function setPageTitle(next: string): void {
  title = next
  updateTitle()
}

/** Shows a number before the title of any page: "(3) Dashboard · Mutya"; 0 is hidden. */
export function setTitleCount(next: number): void {
  count = next
  updateTitle()
}

/** The URL of the clinic's logo, which the server wrote into the page; null if there is none. */
export const clinicLogo = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="clinic-logo"]')?.content ?? null
