import sizeSheetUrl from './print-size.css?url'
import './print.css'

/** How many milliseconds printing waits for pictures. */
const PICTURE_WAIT_MS = 3_000

const MM_PER_PX = 25.4 / 96

let sizeSheet: Promise<CSSStyleSheet> | undefined

/**
 * The linked, empty style sheet for the page's size. Rules can be inserted into it, although the
 * Content-Security-Policy allows no inline styles.
 */
function loadSizeSheet(): Promise<CSSStyleSheet> {
  sizeSheet ??= new Promise<CSSStyleSheet>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sizeSheetUrl
    link.addEventListener('load', () => (link.sheet ? resolve(link.sheet) : reject(new Error('no sheet'))))
    link.addEventListener('error', () => reject(new Error('the print sheet could not be loaded')))
    document.head.append(link)
  }).catch((cause: unknown) => {
    sizeSheet = undefined
    throw cause
  })
  return sizeSheet
}

/** Loads what printing needs. Throws when it cannot be loaded. */
export async function preparePrinting(): Promise<void> {
  await loadSizeSheet()
}

const A5_WIDTH_MM = 148

/**
 * Sets the page size: A5, or a roll as high as the element. With an `auto` height browsers would use their own paper
 * size.
 */
function setPageSize(sheet: CSSStyleSheet, paper: HTMLElement, widthMm: number): void {
  while (sheet.cssRules.length > 0) sheet.deleteRule(0)
  if (widthMm === A5_WIDTH_MM) {
    sheet.insertRule('@page { size: A5 portrait; margin: 8mm 0 }')
    return
  }
  const heightMm = Math.ceil(paper.getBoundingClientRect().height * MM_PER_PX) + 1
  sheet.insertRule(`@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }`)
}

/** Waits for fonts and pictures, but not for a picture that fails or takes too long. */
async function waitForPictures(element: HTMLElement): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PICTURE_WAIT_MS))
  const pictures = Array.from(element.querySelectorAll('img'), (picture) =>
    Promise.race([picture.decode().catch(() => undefined), late]),
  )
  await Promise.all([document.fonts.ready, ...pictures])
}

/** Copies the element to the end of the page, where the print style sheet shows only the copy. */
function copyToPrintRoot(original: HTMLElement): HTMLElement {
  const root = document.createElement('div')
  root.className = 'print-root'
  root.append(original.cloneNode(true))
  document.body.append(root)
  return root
}

/** Resolves when the print dialog has closed; browsers do not tell whether it printed. */
function openPrintDialog(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      window.removeEventListener('afterprint', done)
      resolve()
    }
    window.addEventListener('afterprint', done)
    window.print()
    // Some browsers never report that the print dialog has closed.
    setTimeout(done, 1_000)
  })
}

/**
 * Prints one element in its own paper width: a roll is as high as the element, A5 has as many sheets as needed. The
 * element must have that width on screen. Throws when the page size cannot be set.
 */
export async function printElement(element: HTMLElement, widthMm: number): Promise<void> {
  const sheet = await loadSizeSheet()
  await waitForPictures(element)
  document.querySelector('.print-root')?.remove()
  const root = copyToPrintRoot(element)
  setPageSize(sheet, root, widthMm)
  document.body.dataset.printing = 'element'
  await openPrintDialog()
  delete document.body.dataset.printing
}

/** Prints one element on A4 portrait, over as many pages as needed. Throws when the page size cannot be set. */
export async function printOnA4(element: HTMLElement): Promise<void> {
  const sheet = await loadSizeSheet()
  await waitForPictures(element)
  document.querySelector('.print-root')?.remove()
  copyToPrintRoot(element)
  while (sheet.cssRules.length > 0) sheet.deleteRule(0)
  sheet.insertRule('@page { size: A4 portrait; margin: 10mm }')
  document.body.dataset.printing = 'element'
  await openPrintDialog()
  delete document.body.dataset.printing
}
