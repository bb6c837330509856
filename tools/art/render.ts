import { denoise, type Traced } from './denoise.ts'
import type { Scene } from './scene.ts'
import { Tracer, type Sample } from './tracer.ts'

const CAMERA = { height: 2.35, away: 8.6, sharpness: 0.012 }
const EXPOSURE = 1.02

type Quality = { width: number; samples: number }

/** Creates a random generator that gives the same numbers in every run. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Places the camera of a scene. Its lens is sharp at the point at which it aims and blurs what is nearer or farther.
 */
function cameraOf({ aim, zoom }: Scene) {
  const eye = [aim[0] * 0.55, CAMERA.height, CAMERA.away] as const
  const look = [aim[0] - eye[0], aim[1] - eye[1], aim[2] - eye[2]] as const
  const distance = Math.hypot(...look)
  const [fx, fy, fz] = [look[0] / distance, look[1] / distance, look[2] / distance]
  const across = Math.hypot(fx, fz)
  const right = [-fz / across, 0, fx / across] as const
  const up = [-right[2] * fy, right[2] * fx - right[0] * fz, right[0] * fy] as const
  return { eye, forward: [fx, fy, fz] as const, right, up, distance, scale: 1 / zoom / distance }
}

type Camera = ReturnType<typeof cameraOf>

/** Sums up the light of all paths traced through one pixel. */
class Pixel {
  private readonly one: Sample = { r: 0, g: 0, b: 0, seen: false, nx: 0, ny: 0, nz: 0, depth: 0, tone: 0 }
  private readonly sum = { r: 0, g: 0, b: 0, nx: 0, ny: 0, nz: 0, depth: 0, tone: 0, light: 0, light2: 0 }
  private seen = 0
  private count = 0
  private readonly tracer: Tracer
  private readonly camera: Camera
  private readonly random: () => number

  constructor(tracer: Tracer, camera: Camera, random: () => number) {
    this.tracer = tracer
    this.camera = camera
    this.random = random
  }

  begin(): void {
    this.seen = 0
    this.count = 0
    for (const key of Object.keys(this.sum) as (keyof typeof this.sum)[]) this.sum[key] = 0
  }

  /** Traces one ray from a random point of the lens through the point (u, v) of the picture. */
  add(u: number, v: number): void {
    const { eye, forward, right, up, distance } = this.camera
    const lens = CAMERA.sharpness * Math.sqrt(this.random())
    const turn = 2 * Math.PI * this.random()
    const lu = lens * Math.cos(turn)
    const lv = lens * Math.sin(turn)
    const to = (k: 0 | 1 | 2) => (forward[k] + u * right[k] + v * up[k]) * distance - lu * right[k] - lv * up[k]
    const [x, y, z] = [to(0), to(1), to(2)]
    const length = Math.sqrt(x * x + y * y + z * z)
    const from = (k: 0 | 1 | 2) => eye[k] + lu * right[k] + lv * up[k]
    this.tracer.trace(from(0), from(1), from(2), x / length, y / length, z / length, this.one)
    this.count++
    this.addLight()
    if (this.one.seen) this.addSurface()
  }

  private addLight(): void {
    const { one, sum } = this
    // Limits the light of a single ray, because a very bright one would be visible as a speck.
    const [r, g, b] = [Math.min(3, one.r), Math.min(3, one.g), Math.min(3, one.b)]
    const light = 0.3 * r + 0.55 * g + 0.15 * b
    sum.r += r
    sum.g += g
    sum.b += b
    sum.light += light
    sum.light2 += light * light
  }

  private addSurface(): void {
    this.seen++
    for (const key of ['nx', 'ny', 'nz', 'depth', 'tone'] as const) this.sum[key] += this.one[key]
  }

  write(picture: Traced, at: number): void {
    const { sum, count, seen } = this
    picture.light.set([sum.r / count, sum.g / count, sum.b / count], at * 3)
    const length = Math.hypot(sum.nx, sum.ny, sum.nz) || 1
    picture.normals.set([sum.nx / length, sum.ny / length, sum.nz / length], at * 3)
    picture.depth[at] = seen > 0 ? sum.depth / seen : 0
    picture.tone[at] = seen > 0 ? sum.tone / seen : 0
    picture.variance[at] = Math.max(0, sum.light2 / count - (sum.light / count) ** 2) / count
  }
}

const emptyPicture = (width: number, height: number): Traced => ({
  width,
  height,
  light: new Float32Array(width * height * 3),
  normals: new Float32Array(width * height * 3),
  depth: new Float32Array(width * height),
  tone: new Float32Array(width * height),
  variance: new Float32Array(width * height),
})

/** Traces a scene into a picture with the proportions 4 : 3. The same scene gives the same picture every time. */
export function traceScene(scene: Scene, { width, samples }: Quality): Traced {
  const height = Math.round((width * 3) / 4)
  const random = randomOf(7)
  const camera = cameraOf(scene)
  const pixel = new Pixel(new Tracer(scene, random), camera, random)
  const picture = emptyPicture(width, height)
  const side = Math.ceil(Math.sqrt(samples))
  for (let at = 0; at < width * height; at++) {
    pixel.begin()
    for (let n = 0; n < samples; n++) {
      // Divides the pixel into squares and sends one ray through a random point of each, which reduces noise.
      const x = (at % width) + ((n % side) + random()) / side
      const y = Math.floor(at / width) + ((Math.floor(n / side) % side) + random()) / side
      pixel.add(((x / width) * 2 - 1) * (4 / 3) * camera.scale, (1 - (y / height) * 2) * camera.scale)
    }
    pixel.write(picture, at)
  }
  return picture
}

/** Converts linear light to a screen value from 0 to 1. Compresses highlights as photographic film does. */
function toneMap(light: number): number {
  const exposed = light * EXPOSURE
  const held = (exposed * (1 + exposed * 0.18)) / (1 + exposed * 0.42)
  const bounded = Math.min(1, held)
  return bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
}

/** Returns the finished picture as bytes, three per pixel. */
export function develop(picture: Traced): Buffer {
  const light = denoise(picture)
  return Buffer.from(Uint8Array.from(light, (value) => Math.round(255 * toneMap(value))))
}
