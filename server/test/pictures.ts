import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A plain picture of one colour. */
export const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png', width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#f5cfc5' } })
    .toFormat(format)
    .toBuffer()

/** A photo whose metadata contains the place where it was taken and a rotation. */
export const photoWithPlace = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#055559' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 38/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A black PNG with one bit per pixel, which compresses as far as possible; `width` × `height` may be absurd. */
export function pngOf(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

export const fileOf = (bytes: Buffer, name = 'picture.png', type = 'image/png'): File =>
  new File([new Uint8Array(bytes)], name, { type })
