import { decodeQR } from 'qr/decode.js'

/**
 * A picture is reduced to this size in pixels (its longest side) before a QR code is looked for, because photos of
 * phones are larger than needed.
 */
const LONGEST_SIDE = 1600

/** Returns the pixels of a picture. Rejects if the browser cannot read the file. */
async function readPixels(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const drawing = canvas.getContext('2d')!
  // White is drawn first, because a QR code in a transparent picture would be black on black.
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return drawing.getImageData(0, 0, canvas.width, canvas.height)
}

/**
 * Returns the text of the QR code in a picture, `none` if it has no QR code, or `unreadable` for a file that is not a
 * picture.
 */
export async function readQrOfPicture(file: Blob): Promise<{ text: string } | 'none' | 'unreadable'> {
  let pixels: ImageData
  try {
    pixels = await readPixels(file)
  } catch {
    return 'unreadable'
  }
  try {
    return { text: decodeQR(pixels) }
  } catch {
    return 'none'
  }
}
