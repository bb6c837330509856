let title = ''
let count = 0

function show(): void {
  document.title = count > 0 ? `(${count}) ${title}` : title
}

/** The title of the page, in the browser's tab. */
export function setPageTitle(next: string): void {
  title = next
  show()
}

/** How much waits for the person, before the title of whatever page: «(3) Dashboard · Mutya»; 0 is not shown. */
export function setTitleCount(next: number): void {
  count = next
  show()
}
