/** This module places the solids of a scene and finds the points where rays meet them. */
import { isShaded, leafOf, sunRight, sunUp, sunward, type Leaf } from './light.ts'
import type { Scene, Solid } from './scene.ts'

const NEAR = 1e-4
const WALL = -2.6
const COVE = 1.1

type Placed = Solid & {
  /** The rotation matrix of the solid; its rows are the solid's own axes. */
  axes: Float64Array
  isGlass: boolean
}

function axesOf([rx, ry, rz]: readonly [number, number, number]): Float64Array {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [a, b, c] = [radians(rx), radians(ry), radians(rz)]
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)]
  // The columns of the matrix Rz·Ry·Rx are the solid's axes.
  return Float64Array.of(
    cc * cb,
    sc * cb,
    -sb,
    cc * sb * sa - sc * ca,
    sc * sb * sa + cc * ca,
    cb * sa,
    cc * sb * ca + sc * sa,
    sc * sb * ca - cc * sa,
    cb * ca,
  ) // oxfmt-ignore -- a matrix
}

/** The solids of a scene, with floor and wall, which meet in a round cove. */
export class World {
  /** The result of the last `hit`: the distance, the solid (null for floor or wall), and the normal of its surface. */
  t = 0
  solid: Placed | null = null
  nx = 0
  ny = 0
  nz = 0
  private readonly placed: Placed[]
  private readonly leaves: Leaf[]

  constructor(scene: Scene) {
    this.leaves = scene.fronds.map(leafOf)
    this.placed = scene.solids.map((solid) => ({
      ...solid,
      axes: axesOf(solid.turn ?? [0, 0, 0]),
      isGlass: solid.material.kind === 'glass',
    }))
  }

  private static distanceTo({ axes: m, at, shape }: Placed, x: number, y: number, z: number): number {
    const px = x - at[0]
    const py = y - at[1]
    const pz = z - at[2]
    return shape.distance(
      m[0]! * px + m[1]! * py + m[2]! * pz,
      m[3]! * px + m[4]! * py + m[5]! * pz,
      m[6]! * px + m[7]! * py + m[8]! * pz,
    )
  }

  /** Returns the distance along a ray to a solid, or Infinity if the ray misses it. */
  private march(
    solid: Placed,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    most: number,
  ): number {
    const { axes: m, at, shape } = solid
    const px = ox - at[0]
    const py = oy - at[1]
    const pz = oz - at[2]
    const b = px * dx + py * dy + pz * dz
    const reach = shape.reach + 0.01
    const inside = b * b - (px * px + py * py + pz * pz - reach * reach)
    if (inside < 0) return Infinity
    const root = Math.sqrt(inside)
    const far = Math.min(most, -b + root)
    let t = Math.max(0, -b - root)
    if (t >= far) return Infinity
    // Converts the ray to the solid's own coordinates.
    const lx = m[0]! * px + m[1]! * py + m[2]! * pz
    const ly = m[3]! * px + m[4]! * py + m[5]! * pz
    const lz = m[6]! * px + m[7]! * py + m[8]! * pz
    const ex = m[0]! * dx + m[1]! * dy + m[2]! * dz
    const ey = m[3]! * dx + m[4]! * dy + m[5]! * dz
    const ez = m[6]! * dx + m[7]! * dy + m[8]! * dz
    let sign = 1
    for (let step = 0; step < 110; step++) {
      let d = shape.distance(lx + ex * t, ly + ey * t, lz + ez * t)
      // A ray that starts inside glass searches for the point where it leaves the glass.
      if (step === 0 && d < 0 && solid.isGlass) sign = -1
      d *= sign
      if (d < NEAR * 4) return t
      t += d
      if (t > far) return Infinity
    }
    return Infinity
  }

  /** Returns the distance along a ray to the floor, the cove or the wall; Infinity if it meets none. */
  private static marchGround(oy: number, oz: number, dy: number, dz: number): number {
    const centreZ = WALL + COVE
    if (dy < 0) {
      const t = -oy / dy
      if (t > 0 && oz + dz * t >= centreZ) return t
    }
    if (dz < 0) {
      const t = (WALL - oz) / dz
      if (t > 0 && oy + dy * t >= COVE) return t
    }
    const a = dy * dy + dz * dz
    if (a === 0) return Infinity
    const [py, pz] = [oy - COVE, oz - centreZ]
    const b = py * dy + pz * dz
    const inside = b * b - a * (py * py + pz * pz - COVE * COVE)
    if (inside < 0) return Infinity
    const t = (-b + Math.sqrt(inside)) / a
    return t > NEAR && oy + dy * t < COVE && oz + dz * t < centreZ ? t : Infinity
  }

  /** True when a ray meets something. Stores the distance, the solid and the normal of the nearest surface. */
  hit(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    let nearest = World.marchGround(oy, oz, dy, dz)
    let found: Placed | null = null
    for (const solid of this.placed) {
      const t = this.march(solid, ox, oy, oz, dx, dy, dz, nearest)
      if (t < nearest) {
        nearest = t
        found = solid
      }
    }
    this.t = nearest
    this.solid = found
    if (nearest === Infinity) return false
    this.findNormal(ox + dx * nearest, oy + dy * nearest, oz + dz * nearest)
    return true
  }

  private findNormal(x: number, y: number, z: number): void {
    if (this.solid) this.findSolidNormal(this.solid, x, y, z)
    else this.findGroundNormal(y, z)
    const length = Math.sqrt(this.nx * this.nx + this.ny * this.ny + this.nz * this.nz) || 1
    this.nx /= length
    this.ny /= length
    this.nz /= length
  }

  private findGroundNormal(y: number, z: number): void {
    const centreZ = WALL + COVE
    const isFloor = z >= centreZ
    const isWall = !isFloor && y >= COVE
    this.nx = 0
    this.ny = isFloor ? 1 : isWall ? 0 : (COVE - y) / COVE
    this.nz = isFloor ? 0 : isWall ? 1 : (centreZ - z) / COVE
  }

  /** Computes the normal of a solid's surface from differences of the distance, and adds the weave of a cloth. */
  private findSolidNormal(solid: Placed, x: number, y: number, z: number): void {
    const e = 6e-4
    const a = World.distanceTo(solid, x + e, y - e, z - e)
    const b = World.distanceTo(solid, x - e, y - e, z + e)
    const c = World.distanceTo(solid, x - e, y + e, z - e)
    const d = World.distanceTo(solid, x + e, y + e, z + e)
    const weave = 0.0006 * (solid.material.grain ?? 0)
    this.nx = a - b - c + d + weave * Math.sin(x * 171 + Math.sin(y * 70)) * Math.cos(z * 163)
    this.ny = -a - b + c + d + weave * Math.sin(y * 181 + Math.sin(z * 64)) * Math.cos(x * 159)
    this.nz = -a + b - c + d + weave * Math.sin(z * 167 + Math.sin(x * 77)) * Math.cos(y * 157)
  }

  /** Returns the part of the sun's light that reaches a point from a direction. */
  sunlight(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const { leaves } = this
    if (leaves.length > 0) {
      const away = 4.2 - (ox * sunward[0] + oy * sunward[1] + oz * sunward[2])
      const t = away / (dx * sunward[0] + dy * sunward[1] + dz * sunward[2])
      const x = ox + dx * t
      const y = oy + dy * t
      const z = oz + dz * t
      const u = x * sunRight[0] + y * sunRight[1] + z * sunRight[2]
      const v = x * sunUp[0] + y * sunUp[1] + z * sunUp[2]
      if (isShaded(leaves, u, v)) return 0.25
    }
    let through = 1
    for (const solid of this.placed) {
      if (this.march(solid, ox, oy, oz, dx, dy, dz, 50) === Infinity) continue
      if (!solid.isGlass) return 0
      through *= 0.82
    }
    return through
  }
}
