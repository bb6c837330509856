/**
 * A solid as a signed distance function: `distance` is the distance from a point to the surface, or less, and negative
 * inside. The solid is around its own origin and within a ball of the radius `reach`.
 */
export type Shape = {
  distance: (x: number, y: number, z: number) => number
  reach: number
}

export type Point2 = readonly [number, number]
export type Point3 = readonly [number, number, number]

const { abs, max, min, sqrt } = Math
/**
 * The length of a vector. It is many times faster than `Math.hypot`, which guards against overflow that cannot occur
 * here.
 */
const hypot = (x: number, y: number, z = 0) => sqrt(x * x + y * y + z * z)
const clamp = (x: number, low: number, high: number) => (x < low ? low : x > high ? high : x)

/** The minimum of two distances, which unites two solids. Their seam is rounded over the width `k`. */
const smoothMin = (a: number, b: number, k: number): number => {
  const h = max(k - abs(a - b), 0) / k
  return min(a, b) - (h * h * k) / 4
}

export const sphere = (radius: number): Shape => ({
  distance: (x, y, z) => sqrt(x * x + y * y + z * z) - radius,
  reach: radius,
})

/** A box of these outer dimensions, with edges rounded by `edge`. */
export function box(width: number, height: number, depth: number, edge: number): Shape {
  const [a, b, c] = [width / 2 - edge, height / 2 - edge, depth / 2 - edge]
  return {
    distance: (x, y, z) => {
      const qx = abs(x) - a
      const qy = abs(y) - b
      const qz = abs(z) - c
      return hypot(max(qx, 0), max(qy, 0), max(qz, 0)) + min(max(qx, qy, qz), 0) - edge
    },
    reach: hypot(width, height, depth) / 2,
  }
}

/** A box with a reeded front: half rods of the width `reed` beside one another along the x axis. */
export function reeded(width: number, height: number, depth: number, reed: number): Shape {
  const body = box(width, height, depth, 0.03)
  return {
    distance: (x, y, z) => (body.distance(x, y, z) + reed * 0.3 * (1 - abs(Math.sin((Math.PI * x) / reed)))) * 0.72,
    reach: body.reach,
  }
}

/** An upright cylinder with edges rounded by `edge`. */
export function cylinder(radius: number, height: number, edge: number): Shape {
  const [r, h] = [radius - edge, height / 2 - edge]
  return {
    distance: (x, y, z) => {
      const qr = hypot(x, z) - r
      const qh = abs(y) - h
      return hypot(max(qr, 0), max(qh, 0)) + min(max(qr, qh), 0) - edge
    },
    reach: hypot(radius, height / 2),
  }
}

/** An upright ring that faces the camera. */
export const torus = (radius: number, thickness: number): Shape => ({
  distance: (x, y, z) => hypot(sqrt(x * x + y * y) - radius, z) - thickness,
  reach: radius + thickness,
})

/** An ellipsoid. Its exact distance is slow to compute, so a slightly smaller estimate is used. */
export function pebble(a: number, b: number, c: number): Shape {
  const least = min(a, b, c)
  return {
    distance: (x, y, z) => {
      const k0 = hypot(x / a, y / b, z / c)
      const k1 = hypot(x / (a * a), y / (b * b), z / (c * c))
      return k1 === 0 ? -least : (k0 * (k0 - 1) * 0.9) / k1
    },
    reach: max(a, b, c),
  }
}

/** Returns the distance of a point from a closed outline; negative inside. */
function outlineDistance(points: readonly Point2[]): (x: number, y: number) => number {
  const count = points.length
  // For each side of the outline: its start, its vector, and the inverse of its squared length.
  const sides = new Float64Array(count * 5)
  points.forEach(([ax, ay], i) => {
    const before = points[(i + count - 1) % count]!
    const ex = before[0] - ax
    const ey = before[1] - ay
    sides.set([ax, ay, ex, ey, 1 / (ex * ex + ey * ey)], i * 5)
  })
  return (x, y) => {
    let nearest = Infinity
    let inside = false
    for (let k = 0; k < sides.length; k += 5) {
      const ex = sides[k + 2]!
      const ey = sides[k + 3]!
      const wx = x - sides[k]!
      const wy = y - sides[k + 1]!
      const t = clamp((wx * ex + wy * ey) * sides[k + 4]!, 0, 1)
      const dx = wx - ex * t
      const dy = wy - ey * t
      nearest = min(nearest, dx * dx + dy * dy)
      // The side crosses the horizontal line through the point on its right, so the point changes between inside and
      // outside.
      if (wy >= 0 !== wy - ey >= 0 && wx < (wy / ey) * ex) inside = !inside
    }
    return inside ? -sqrt(nearest) : sqrt(nearest)
  }
}

/** A solid of revolution: an outline of `[radius, height]` rotated around the y axis, with edges rounded by `edge`. */
export function lathe(outline: readonly Point2[], edge = 0): Shape {
  const reach = max(...outline.map(([r, y]) => hypot(r, y))) + edge
  const distance = outlineDistance(outline)
  return { distance: (x, y, z) => distance(sqrt(x * x + z * z), y) - edge, reach }
}

/** A plate with the outline `[x, y]`, `depth` thick, with rounded edges, such as an arch, a card or a board. */
export function plate(outline: readonly Point2[], depth: number, edge: number): Shape {
  const reach = hypot(max(...outline.map(([x, y]) => hypot(x, y))) + edge, depth / 2)
  const distance = outlineDistance(outline)
  return {
    distance: (x, y, z) => {
      const q = distance(x, y)
      const w = abs(z) - depth / 2 + edge
      return hypot(max(q, 0), max(w, 0)) + min(max(q, w), 0) - edge
    },
    reach,
  }
}

/** A board with a round top, whose bottom is at the origin. */
export function arch(width: number, height: number, depth: number, edge: number): Shape {
  const r = width / 2 - edge
  const top = height - width / 2
  return {
    distance: (x, y, z) => {
      const ax = abs(x)
      const inPlane = y > top ? hypot(ax, y - top) - r : max(ax - r, edge - y)
      const w = abs(z) - depth / 2 + edge
      return hypot(max(inPlane, 0), max(w, 0)) + min(max(inPlane, w), 0) - edge
    },
    reach: hypot(width / 2, height, depth / 2),
  }
}

/** The distance to a rod whose ends are two balls of different sizes. */
function roundCone([ax, ay, az]: Point3, ra: number, [bx, by, bz]: Point3, rb: number): Shape['distance'] {
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az]
  const length2 = ux * ux + uy * uy + uz * uz
  return (x, y, z) => {
    const px = x - ax
    const py = y - ay
    const pz = z - az
    const t = clamp((px * ux + py * uy + pz * uz) / length2, 0, 1)
    return (hypot(px - ux * t, py - uy * t, pz - uz * t) - (ra + (rb - ra) * t)) * 0.92
  }
}

/** A tube through points. Its radius changes evenly from `thickness` to `atEnd`. */
export function tube(points: readonly Point3[], thickness: number, atEnd = thickness): Shape {
  const radiusAt = (i: number) => thickness + ((atEnd - thickness) * i) / (points.length - 1)
  const parts = points.slice(1).map((point, i) => roundCone(points[i]!, radiusAt(i), point, radiusAt(i + 1)))
  return {
    distance: (x, y, z) => {
      let nearest = Infinity
      for (const part of parts) nearest = min(nearest, part(x, y, z))
      return nearest
    },
    reach: max(...points.map((point) => hypot(point[0], point[1], point[2]))) + max(thickness, atEnd),
  }
}

/** Returns points on a smooth curve through the given ones. */
export function curve(points: readonly Point3[], steps = 8): Point3[] {
  const at = (i: number) => points[clamp(i, 0, points.length - 1)]!
  const line: Point3[] = []
  for (let i = 0; i < points.length - 1; i++) {
    for (let step = 0; step < steps; step++) {
      const t = step / steps
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
      const on = (k: 0 | 1 | 2) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t)
      line.push([on(0), on(1), on(2)])
    }
  }
  return [...line, at(points.length - 1)]
}

/** A solid of revolution whose outline is a smooth curve through the given points. */
export function spun(outline: readonly Point2[], edge = 0): Shape {
  const line = curve(
    outline.map(([r, y]) => [r, y, 0]),
    5,
  )
  return lathe(
    line.map(([r, y]) => [Math.max(0, r), y]),
    edge,
  )
}

/** A pair of lips that faces the camera, two units wide. */
export function lips(): Shape {
  const corner = (side: number): Point3 => [side * 1, 0, -0.12]
  const upper = [-1, 1].map((side) => roundCone([side * 0.2, 0.17, 0.08], 0.2, corner(side), 0.03))
  const dip = roundCone([-0.2, 0.12, 0.06], 0.17, [0.2, 0.12, 0.06], 0.17)
  const lower = [-1, 1].map((side) => roundCone([side * 0.12, -0.22, 0.12], 0.26, corner(side), 0.03))
  return {
    distance: (x, y, z) => {
      const above = smoothMin(smoothMin(upper[0]!(x, y, z), upper[1]!(x, y, z), 0.05), dip(x, y, z), 0.08)
      const below = smoothMin(lower[0]!(x, y, z), lower[1]!(x, y, z), 0.12)
      return smoothMin(above, below, 0.025) * 0.9
    },
    reach: 1.2,
  }
}

/** A rolled towel along the z axis, whose ends show the spiral. */
export function roll(radius: number, length: number): Shape {
  const body = cylinder(radius, length, 0.07)
  const layer = radius / 4.2
  return {
    distance: (x, y, z) => {
      const r = sqrt(x * x + y * y)
      const turn = Math.atan2(y, x) / (2 * Math.PI)
      const phase = r / layer - turn
      const groove = abs(phase - Math.round(phase)) * layer
      const isEnd = clamp((abs(z) - length / 2 + 0.16) / 0.16, 0, 1)
      const depth = max(0, 0.045 - groove) * isEnd * 1.3 * clamp(r / layer, 0, 1)
      return (body.distance(x, z, y) + depth) * 0.7
    },
    reach: hypot(radius, length / 2),
  }
}

/**
 * A leaf that grows from its origin, folded along its midrib and bent along the z axis. `bend` is how far its tip
 * hangs.
 */
export function leaf(length: number, width: number, bend: number): Shape {
  const side = (sign: 1 | -1, t: number): Point2 => [
    (sign * width * Math.sin(Math.PI * t ** 0.85)) / 2 + sign * 0.004,
    t * length,
  ]
  const steps = [0, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95, 1]
  const distance = outlineDistance([...steps.map((t) => side(1, t)), ...[...steps].reverse().map((t) => side(-1, t))])
  return {
    distance: (x, y, z) => {
      const q = distance(x, y)
      const w = abs(z - (bend * y * abs(y)) / (length * length) - 0.3 * abs(x)) * 0.8 - 0.012
      return (hypot(max(q, 0), max(w, 0)) + min(max(q, w), 0)) * 0.7
    },
    reach: hypot(length, width / 2, bend + 0.15 * width) + 0.05,
  }
}
