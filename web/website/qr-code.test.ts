import { expect, test } from 'vitest'
import { darkRuns, qrModules, qrPath, qrSvg, qrWidth } from './qr-code.ts'

/** The QR code of `https://perlas.example/BookAppointment`, made by another encoder (qrencode 4.1). */
const KNOWN = [
  '#######..###.#.####..###..#######',
  '#.....#......###.#.####...#.....#',
  '#.###.#.#.##.#.##...####..#.###.#',
  '#.###.#...#.##...####..#..#.###.#',
  '#.###.#.###..##.#.###.##..#.###.#',
  '#.....#.###.#.#....#.#....#.....#',
  '#######.#.#.#.#.#.#.#.#.#.#######',
  '...........#.#.#.##..#.##........',
  '.#..#.#.###.#..#.#####..##.##.#..',
  '...##..##.#.###...#....#.#...###.',
  '#.######...#.###.#...#.#.##..#.#.',
  '###.#....##....#.##..######....##',
  '##..#####.#####...###..##.#.##...',
  '####.#.##.##..#..#.#.#.#.#.#.#...',
  '##.#.####...#..#..##...######.##.',
  '#.#.#..#####....##.##########....',
  '.#..###.##.#..##.....####.#.#..#.',
  '.##..#..##.....##....#.#.....###.',
  '.##..##.#.#.##..#.#.#..#..##.#.#.',
  '##.......###..#..#..#.#..#.#....#',
  '.##.#.#.##.#.###..#...#.#.####.##',
  '#.###....#.##...##.##..#.#.#...#.',
  '..#.#####...##.#.##.##.#...##.##.',
  '..##.#.####....##....#.##..##...#',
  '###...#.##..#.#..#.####.#####.#.#',
  '........#..##.#.#.....###...#.###',
  '#######..#.#.#..#.#.###.#.#.##.#.',
  '#.....#...#######.#..#..#...#..##',
  '#.###.#.##.##.#....##...######...',
  '#.###.#..####..##..#.####.###.##.',
  '#.###.#...##..#..###.##...###....',
  '#.....#.#..#.#..##.####.###......',
  '#######..##..#......######...#..#',
]

test('the QR code of a link is the one that another encoder makes, and its SVG has these modules and the margin that scanners need', () => {
  const modules = qrModules('https://perlas.example/BookAppointment')
  expect(modules.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))).toEqual(KNOWN)
  const drawn = KNOWN.map((row) => row.replaceAll('#', '.').split(''))
  for (const { x, y, length } of darkRuns(modules)) drawn[y]!.fill('#', x, x + length)
  expect(drawn.map((row) => row.join(''))).toEqual(KNOWN)
  expect(qrWidth(modules)).toBe(KNOWN.length + 8)
  const svg = qrSvg(modules)
  expect(svg).toContain(`viewBox="0 0 ${KNOWN.length + 8} ${KNOWN.length + 8}"`)
  expect(svg).toContain(`d="${qrPath(modules)}"`)
  // The path begins with the first dark modules, behind the margin of four modules.
  expect(qrPath(modules)).toMatch(/^M4 4h7v1h-7z/)
})
