import sizeSheetUrl from './print-size.css?url'
import './print.css'

/** How long a paper waits for its pictures, in milliseconds: it comes out without them rather than late. */
const PICTURE_WAIT_MS = 3_000

const MM_PER_PX = 25.4 / 96

let sizeSheet: Promise<CSSStyleSheet> | undefined

/**
 * The linked, empty sheet that takes the page's size: rules may be inserted into it although the policy allows no
 * inline styles.
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

/** Loads what printing needs before it is asked for: a receipt must come out when the connection has gone meanwhile. */
export function preparePrinting(): void {
  // When it fails, printing tries again and tells.
  loadSizeSheet().catch(() => undefined)
}

const A5_WIDTH_MM = 148

/** `auto` is no height beside a length: browsers then print on their own paper. So the paper is measured. */
function setPageSize(sheet: CSSStyleSheet, paper: HTMLElement, widthMm: number): void {
  while (sheet.cssRules.length > 0) sheet.deleteRule(0)
  if (widthMm === A5_WIDTH_MM) {
    sheet.insertRule('@page { size: A5 portrait; margin: 10mm 0 }')
    return
  }
  const heightMm = Math.ceil(paper.getBoundingClientRect().height * MM_PER_PX) + 1
  sheet.insertRule(`@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }`)
}

/** Fonts and pictures that are on their way are waited for; a picture that cannot be loaded, or not soon, keeps no paper back. */
async function allLoaded(element: HTMLElement): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PICTURE_WAIT_MS))
  const pictures = Array.from(element.querySelectorAll('img'), (picture) =>
    Promise.race([picture.decode().catch(() => undefined), late]),
  )
  await Promise.all([document.fonts.ready, ...pictures])
}

/** A copy at the end of the page: printing shows it alone, whatever dialog the original stands in. */
function layOut(original: HTMLElement): HTMLElement {
  const root = document.createElement('div')
  root.className = 'print-root'
  root.append(original.cloneNode(true))
  document.body.append(root)
  return root
}

/** Resolves when the browser's print dialog has closed, printed or not: no browser tells which. */
function openPrintDialog(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      window.removeEventListener('afterprint', done)
      resolve()
    }
    window.addEventListener('afterprint', done)
    window.print()
    // Some browsers never say that it has closed.
    setTimeout(done, 1_000)
  })
}

/**
 * Prints one element on paper of its own width: on a roll as high as it is, on A5 over as many sheets as it needs. The element must have that width on the screen.
 * Throws when the page's size cannot be set.
 */
export async function printElement(element: HTMLElement, widthMm: number): Promise<void> {
  const sheet = await loadSizeSheet()
  await allLoaded(element)
  document.querySelector('.print-root')?.remove()
  const root = layOut(element)
  setPageSize(sheet, root, widthMm)
  document.body.dataset.printing = 'element'
  await openPrintDialog()
  delete document.body.dataset.printing
}

/** Prints one element on A4 upright, over as many pages as it needs. Throws when the page's size cannot be set. */
export async function printOnA4(element: HTMLElement): Promise<void> {
  const sheet = await loadSizeSheet()
  await allLoaded(element)
  document.querySelector('.print-root')?.remove()
  layOut(element)
  while (sheet.cssRules.length > 0) sheet.deleteRule(0)
  sheet.insertRule('@page { size: A4 portrait; margin: 10mm }')
  document.body.dataset.printing = 'element'
  await openPrintDialog()
  delete document.body.dataset.printing
}
