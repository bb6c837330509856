/** This module is a path tracer: it follows light from the camera back over surfaces to the sun and the sky. */
import { skylight, sunRight, sunUp, sunward } from './light.ts'
import { sun } from './look.ts'
import type { Material, Scene } from './scene.ts'
import { World } from './world.ts'

/** The distance from a surface at which a reflected ray starts, so that it does not meet the same surface again. */
const OFF = 2e-3
const MOST_BOUNCES = 9
const DIFFUSE_BOUNCES = 2
const GLASS = 1.45
/** The part of the light that glass reflects when seen straight on. */
const GLASS_MIRROR = 0.034

/**
 * The light of one path, and the normal, distance and colour of its first surface, which the denoiser needs. The first
 * surface may be seen through glass, but not in a reflection.
 */
export type Sample = {
  r: number
  g: number
  b: number
  seen: boolean
  nx: number
  ny: number
  nz: number
  depth: number
  tone: number
}

/** Follows one path at a time and keeps its current ray, the weight of further light, and the light so far. */
export class Tracer {
  private readonly world: World
  private readonly ground: Material
  private readonly random: () => number
  private readonly light = new Float64Array(3)
  private readonly weight = new Float64Array(3)
  private readonly background = new Float64Array(3)
  /** The colour of the surface that the ray has met. */
  private readonly colour = new Float64Array(3)
  private ox = 0
  private oy = 0
  private oz = 0
  private dx = 0
  private dy = 0
  private dz = 0
  private nx = 0
  private ny = 0
  private nz = 0
  private facing = 0
  /** True while the path has met only mirrors and glass. Only such a path sees the bright window in the sky. */
  private isMirrored = true
  private isFirst = true
  private diffuse = 0
  private bounce = 0

  constructor(scene: Scene, random: () => number) {
    this.world = new World(scene)
    this.ground = scene.ground
    this.random = random
  }

  /** Traces one path from the origin (ox, oy, oz) in the direction (dx, dy, dz) and writes its light into `out`. */
  trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, out: Sample): void {
    this.begin(ox, oy, oz, dx, dy, dz)
    let way = 0
    out.seen = false
    for (this.bounce = 0; this.bounce < MOST_BOUNCES; this.bounce++) {
      const { world } = this
      if (!world.hit(this.ox, this.oy, this.oz, this.dx, this.dy, this.dz)) {
        skylight(this.dx, this.dy, this.dz, this.isMirrored, this.background)
        this.gather(this.background)
        break
      }
      const material = world.solid ? world.solid.material : this.ground
      way += world.t
      this.arrive()
      if (this.isFirst && material.kind !== 'glass') this.note(material, way, out)
      if (material.glow) this.gather(material.glow)
      if (material.kind === 'glass') this.passGlass(material)
      else if (!this.leave(material)) break
    }
    out.r = this.light[0]!
    out.g = this.light[1]!
    out.b = this.light[2]!
  }

  private begin(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    this.ox = ox
    this.oy = oy
    this.oz = oz
    this.dx = dx
    this.dy = dy
    this.dz = dz
    this.light.fill(0)
    this.weight.fill(1)
    this.isMirrored = true
    this.isFirst = true
    this.diffuse = 0
  }

  private gather(light: ArrayLike<number>): void {
    for (let i = 0; i < 3; i++) this.light[i]! += this.weight[i]! * light[i]!
  }

  private weigh(share: number): void {
    for (let i = 0; i < 3; i++) this.weight[i]! *= share
  }

  private tint(colour: ArrayLike<number>): void {
    for (let i = 0; i < 3; i++) this.weight[i]! *= colour[i]!
  }

  /** Moves the start of the ray to the point where it met a surface, and keeps the surface's normal. */
  private arrive(): void {
    const { t, nx, ny, nz } = this.world
    this.ox += this.dx * t
    this.oy += this.dy * t
    this.oz += this.dz * t
    this.nx = nx
    this.ny = ny
    this.nz = nz
    this.facing = -(this.dx * nx + this.dy * ny + this.dz * nz)
  }

  private note({ colour }: Material, way: number, out: Sample): void {
    out.seen = true
    out.nx = this.nx
    out.ny = this.ny
    out.nz = this.nz
    out.depth = way
    out.tone = colour[0] + 2 * colour[1] + 3 * colour[2]
    this.isFirst = false
  }

  /** Moves the ray's start a little off the surface: along the normal (1) or against it (-1). */
  private stepOff(side: 1 | -1): void {
    this.ox += side * OFF * this.nx
    this.oy += side * OFF * this.ny
    this.oz += side * OFF * this.nz
  }

  private passGlass({ colour }: Material): void {
    const isEntering = this.facing > 0
    if (!isEntering) {
      this.nx = -this.nx
      this.ny = -this.ny
      this.nz = -this.nz
      this.facing = -this.facing
    }
    const ratio = isEntering ? 1 / GLASS : GLASS
    const k = 1 - ratio * ratio * (1 - this.facing * this.facing)
    const cosine = isEntering ? this.facing : Math.sqrt(Math.max(0, k))
    const fresnel = k < 0 ? 1 : GLASS_MIRROR + (1 - GLASS_MIRROR) * (1 - cosine) ** 5
    this.isMirrored = this.diffuse === 0
    // Only the first surface reflects at random, because reflections inside the glass would be mostly noise.
    const mayReflect = this.bounce === 0 && k >= 0
    const odds = k < 0 ? 1 : mayReflect ? Math.max(0.25, fresnel) : 0
    const isThrownBack = this.random() < odds
    if (mayReflect) this.weigh(isThrownBack ? fresnel / odds : (1 - fresnel) / (1 - odds))
    if (isThrownBack) {
      this.isFirst = k < 0 && this.isFirst
      this.mirror(this.nx, this.ny, this.nz, this.facing)
      return this.stepOff(1)
    }
    const bend = ratio * this.facing - Math.sqrt(k)
    this.dx = ratio * this.dx + bend * this.nx
    this.dy = ratio * this.dy + bend * this.ny
    this.dz = ratio * this.dz + bend * this.nz
    if (isEntering) this.tint(colour)
    this.stepOff(-1)
  }

  /** Reflects the ray at a plane with this normal. `facing` is the cosine of the angle between them. */
  private mirror(nx: number, ny: number, nz: number, facing: number): void {
    this.dx += 2 * facing * nx
    this.dy += 2 * facing * ny
    this.dz += 2 * facing * nz
  }

  /** Adds the sun's light at a surface and reflects the ray; false when the path ends there. */
  private leave(material: Material): boolean {
    this.stepOff(1)
    this.facing = Math.max(1e-3, this.facing)
    this.findColour(material)
    const alpha = Math.max(0.02, material.roughness * material.roughness)
    this.takeSunlight(material, alpha)
    const isMetal = material.kind === 'metal'
    const shine = material.shine ?? 0.04
    const mirror = shine + (1 - shine) * (1 - this.facing) ** 5 * (1 - 0.8 * material.roughness)
    // Reflections are traced more often than the coat reflects, and weighted less, so that they have little noise.
    const chance = isMetal ? 1 : shine < 0.03 ? mirror : Math.max(0.3, mirror)
    const isReflected = this.random() < chance
    if (!isMetal) this.weigh(isReflected ? mirror / chance : (1 - mirror) / (1 - chance))
    return isReflected ? this.reflect(isMetal, alpha) : this.scatter()
  }

  private findColour({ colour, kind }: Material): void {
    this.colour.set(colour)
    if (kind !== 'pearl') return
    // Nacre is rose and lilac when seen straight on, and cream with a little green towards its rim.
    const rim = (1 - this.facing) ** 1.6
    const play = 0.5 + 0.5 * Math.sin(3.1 * this.nx + 2.3 * this.ny + 1.1 * this.nz + 0.7)
    this.colour[0]! *= 1 - 0.02 * play - 0.04 * rim
    this.colour[1]! *= 0.95 + 0.05 * rim + 0.02 * (1 - play)
    this.colour[2]! *= 1 + 0.05 * play * (1 - rim) - 0.14 * rim
  }

  private takeSunlight(material: Material, alpha: number): void {
    const angle = 2 * Math.PI * this.random()
    const off = sun.radius * Math.sqrt(this.random())
    const su = off * Math.cos(angle)
    const sv = off * Math.sin(angle)
    const x = sunward[0] + su * sunRight[0] + sv * sunUp[0]
    const y = sunward[1] + su * sunRight[1] + sv * sunUp[1]
    const z = sunward[2] + su * sunRight[2] + sv * sunUp[2]
    const length = Math.sqrt(x * x + y * y + z * z)
    const lit = (this.nx * x + this.ny * y + this.nz * z) / length
    if (lit <= 0) return
    const share = this.world.sunlight(this.ox, this.oy, this.oz, x / length, y / length, z / length)
    if (share > 0) this.addSunlight(material, alpha, share, lit, x / length, y / length, z / length)
  }

  /** Adds the sunlight that a surface sends along the path: scattered by its colour, and reflected by its coat. */
  private addSunlight(material: Material, alpha: number, share: number, lit: number, x: number, y: number, z: number) {
    const { facing } = this
    const isMetal = material.kind === 'metal'
    const shine = material.shine ?? 0.04
    const hx = x - this.dx
    const hy = y - this.dy
    const hz = z - this.dz
    const length = Math.sqrt(hx * hx + hy * hy + hz * hz) || 1
    const nh = Math.max(0, (this.nx * hx + this.ny * hy + this.nz * hz) / length)
    const vh = Math.max(0, -(this.dx * hx + this.dy * hy + this.dz * hz) / length)
    const a2 = alpha * alpha
    const spread = nh * nh * (a2 - 1) + 1
    const density = a2 / (Math.PI * spread * spread)
    const schlick = (1 - vh) ** 5
    const hidden = (lit + Math.sqrt(a2 + (1 - a2) * lit * lit)) * (facing + Math.sqrt(a2 + (1 - a2) * facing * facing))
    const isSpeck = this.isMirrored && this.bounce > 0 && alpha < 0.05
    const gloss = isSpeck ? 0 : Math.min(6, (density * lit) / hidden)
    const base = isMetal ? 0 : (lit / Math.PI) * (1 - shine)
    for (let i = 0; i < 3; i++) {
      const own = this.colour[i]!
      const straight = isMetal ? own : shine
      const answer = base * own + gloss * (straight + (1 - straight) * schlick)
      this.light[i]! += this.weight[i]! * share * sun.colour[i]! * answer
    }
  }

  /** Reflects the ray at a random tiny mirror of the rough coat; false when the reflection would enter the solid. */
  private reflect(isMetal: boolean, alpha: number): boolean {
    const share = this.random()
    const cos = Math.sqrt((1 - share) / (1 + (alpha * alpha - 1) * share))
    const sin = Math.sqrt(1 - cos * cos)
    const turn = 2 * Math.PI * this.random()
    this.around(sin * Math.cos(turn), sin * Math.sin(turn), cos)
    const [fx, fy, fz] = [this.rx, this.ry, this.rz]
    this.mirror(fx, fy, fz, -(this.dx * fx + this.dy * fy + this.dz * fz))
    if (this.dx * this.nx + this.dy * this.ny + this.dz * this.nz <= 0) return false
    if (isMetal) this.tint(this.colour)
    // A path that was scattered by a matt surface does not see the window in the sky: its bright reflections would be
    // noise.
    this.isMirrored = this.diffuse === 0
    return true
  }

  /** Sends the ray in a random direction, as a matt surface does; false after too many of these bounces. */
  private scatter(): boolean {
    if (++this.diffuse > DIFFUSE_BOUNCES) return false
    const share = this.random()
    const turn = 2 * Math.PI * this.random()
    const sin = Math.sqrt(share)
    this.around(sin * Math.cos(turn), sin * Math.sin(turn), Math.sqrt(1 - share))
    this.dx = this.rx
    this.dy = this.ry
    this.dz = this.rz
    this.tint(this.colour)
    this.isMirrored = false
    return true
  }

  private rx = 0
  private ry = 0
  private rz = 0

  /** Rotates a direction that was chosen around the z axis, so that it is around the surface's normal. */
  private around(a: number, b: number, c: number): void {
    const { nx, ny, nz } = this
    const sign = nz >= 0 ? 1 : -1
    const p = -1 / (sign + nz)
    const q = nx * ny * p
    this.rx = (1 + sign * nx * nx * p) * a + q * b + nx * c
    this.ry = sign * q * a + (sign + ny * ny * p) * b + ny * c
    this.rz = -sign * nx * a - ny * b + nz * c
  }
}
