import { correction, generate } from 'lean-qr'

/** The white margin around a QR code that scanners need, in modules. */
export const QUIET_ZONE = 4

/** The modules of a QR code, row by row: true is dark. */
export type QrModules = boolean[][]

/**
 * Returns the QR code of a text. On paper it stays readable if up to a fifth of its area is dirty or torn. On a screen
 * less error correction is enough, so its modules are fewer and larger, and are easier to read from afar.
 */
export function qrModules(text: string, on: 'paper' | 'screen' = 'paper'): QrModules {
  const code = generate(text, { minCorrectionLevel: on === 'paper' ? correction.Q : correction.M })
  const places = Array.from({ length: code.size }, (_, index) => index)
  return places.map((y) => places.map((x) => code.get(x, y)))
}

/** A run of dark modules in one row. */
type QrRun = { x: number; y: number; length: number }

/** Returns the dark modules as runs, so that a drawing needs few shapes and shows no lines between modules. */
export const darkRuns = (modules: QrModules): QrRun[] =>
  modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      return [{ x, y, length: (end === -1 ? row.length : end) - x }]
    }),
  )

/** Returns the path of a QR code in a square as wide as its modules and both margins. */
export const qrPath = (modules: QrModules): string =>
  darkRuns(modules)
    .map(({ x, y, length }) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`)
    .join('')

/** The width of a QR code with its margins, in modules. */
export const qrWidth = (modules: QrModules): number => modules.length + 2 * QUIET_ZONE

/** Returns the QR code as an SVG file. */
export function qrSvg(modules: QrModules): string {
  const width = qrWidth(modules)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" width="${width * 10}" height="${width * 10}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${width}v${width}H0z"/><path d="${qrPath(modules)}"/></svg>\n`
  )
}

/** The least width of the PNG file, in pixels: enough for a sheet of A4. */
const LEAST_PIXELS = 2000

/** Returns the QR code as a PNG file. Each module is a whole number of pixels wide, so that its edges are sharp. */
export async function qrPng(modules: QrModules): Promise<Blob> {
  const scale = Math.ceil(LEAST_PIXELS / qrWidth(modules))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = qrWidth(modules) * scale
  const drawing = canvas.getContext('2d')!
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = '#000'
  for (const { x, y, length } of darkRuns(modules))
    drawing.fillRect((x + QUIET_ZONE) * scale, (y + QUIET_ZONE) * scale, length * scale, scale)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('the browser could not make the PNG file')
  return file
}
