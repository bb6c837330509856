import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FACES, facesOf } from './drawings.ts'

const ids = ['a1', 'b2', 'c3', 'd4', 'e5'].map((id) => ({ id, chosen: null }))

test('on the website each team member always gets the same drawing, the drawings differ, and no other member gets a chosen drawing', () => {
  const faces = facesOf(ids)
  expect(new Set(faces).size).toBe(5)
  expect(facesOf(ids)).toEqual(faces)
  const [, second] = faces
  const [first, ...others] = facesOf([{ id: 'a1', chosen: second! }, ...ids.slice(1, 4)])
  expect(first).toBe(second)
  expect(others).not.toContain(second)
  expect(facesOf([...ids, { id: 'f6', chosen: null }])).toHaveLength(6)
})

test('each drawing for the website is a file with one continuous line, which the style sheet of the landing page can show', () => {
  const styles = readFileSync(new URL('../../web/styles/landing.css', import.meta.url), 'utf8')
  for (const name of [...FACES, 'pearl', 'cup']) {
    const file = new URL(`../../web/public/art/line-${name}.svg`, import.meta.url)
    expect(readFileSync(file, 'utf8').match(/ d="M[^M"]+"/g), name).toHaveLength(1)
    expect(styles).toContain(`.line-${name} {\n  mask-image: url('/art/line-${name}.svg');\n}`)
  }
})
