/**
 * Packages with which the PDF library draws HTML and SVG. Our PDFs use neither, so the browser build and a release
 * leave them out.
 */
export const unusedByPdf = ['html2canvas', 'dompurify', 'canvg']
