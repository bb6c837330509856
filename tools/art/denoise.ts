/**
 * A traced picture with the data that the denoiser needs. The denoiser averages each pixel with neighbours on the same
 * surface, at growing distances. Shadows stay, because their light differs by more than the noise.
 */
export type Traced = {
  width: number
  height: number
  /** Three values per pixel: the light, and the normal of the first surface that the ray met. */
  light: Float32Array
  normals: Float32Array
  /**
   * One value per pixel: the distance to the first surface, a number that stands for the colour of the surface, and the
   * variance of the light.
   */
  depth: Float32Array
  tone: Float32Array
  variance: Float32Array
}

const KERNEL = [0.06, 0.24, 0.4, 0.24, 0.06]

/** How likely two pixels show the same surface, from 0 to 1. Compares normals, distances and colours, not the light. */
function sameSurface({ normals, depth, tone }: Traced, a: number, b: number): number {
  const facing =
    normals[a * 3]! * normals[b * 3]! +
    normals[a * 3 + 1]! * normals[b * 3 + 1]! +
    normals[a * 3 + 2]! * normals[b * 3 + 2]!
  const turned = a === b ? 1 : Math.max(0, facing) ** 48
  return turned * Math.exp(-Math.abs(depth[a]! - depth[b]!) / 0.12 - Math.abs(tone[a]! - tone[b]!) / 0.05)
}

const luminance = (light: Float32Array, i: number) =>
  0.3 * light[i * 3]! + 0.55 * light[i * 3 + 1]! + 0.15 * light[i * 3 + 2]!

function smoothed(picture: Traced, light: Float32Array, step: number, strength: number): Float32Array {
  const { width, height, variance } = picture
  const result = new Float32Array(light.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const own = luminance(light, at)
      const unsure = strength * Math.sqrt(variance[at]!) + 1e-3
      const sum = [0, 0, 0]
      let total = 0
      for (let j = -2; j <= 2; j++) {
        for (let i = -2; i <= 2; i++) {
          const [u, v] = [x + i * step, y + j * step]
          if (u < 0 || v < 0 || u >= width || v >= height) continue
          const other = v * width + u
          const alike = Math.exp(-Math.abs(luminance(light, other) - own) / unsure)
          const weight = KERNEL[i + 2]! * KERNEL[j + 2]! * alike * sameSurface(picture, at, other)
          for (let c = 0; c < 3; c++) sum[c]! += weight * light[other * 3 + c]!
          total += weight
        }
      }
      for (let c = 0; c < 3; c++) result[at * 3 + c] = sum[c]! / total
    }
  }
  return result
}

/** Limits pixels that are darker or brighter than all but one of their eight neighbours. */
function withoutSpecks({ width, height, light }: Traced): Float32Array {
  const result = light.slice()
  const around = new Float32Array(8)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      for (let n = 0; n < 8; n++) {
        // Skips number 4 of the 3 × 3 pixels, which is the pixel itself.
        const k = n < 4 ? n : n + 1
        around[n] = luminance(light, at + (Math.floor(k / 3) - 1) * width + (k % 3) - 1)
      }
      around.sort()
      const own = luminance(light, at)
      const held = Math.min(around[6]!, Math.max(around[1]!, own))
      if (own !== held)
        for (let c = 0; c < 3; c++) result[at * 3 + c] = own > 0 ? (light[at * 3 + c]! * held) / own : held
    }
  }
  return result
}

/** Returns the light of a traced picture without its noise. */
export function denoise(picture: Traced): Float32Array {
  let light = withoutSpecks(picture)
  let strength = 3.2
  for (const step of [1, 2, 4]) {
    light = smoothed(picture, light, step, strength)
    strength /= 2
  }
  return light
}
