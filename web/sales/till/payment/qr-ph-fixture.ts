import { decodeQR } from 'qr/decode.js'

/** Matches one run of dark modules in the SVG path that `qrPath` writes. */
const RUN = /M(\d+) (\d+)h(\d+)v1/g

/** Returns the text of a QR code that is drawn as SVG. Another library than the one that made the code reads it. */
export function decodeDrawn(svg: Element): string {
  const width = Number(svg.getAttribute('viewBox')!.split(' ')[2])
  const scale = 4
  const side = width * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, length] of svg.querySelector('path')!.getAttribute('d')!.matchAll(RUN))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return decodeQR({ width: side, height: side, data })
}
