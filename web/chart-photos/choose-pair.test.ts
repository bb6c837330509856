import { expect, test } from 'vitest'
import { choosePair } from './choose-pair.ts'
import { photoSample } from '#web/test/chart-photo-samples.ts'

const [march, june, september] = ['2026-03-01', '2026-06-01', '2026-09-01'].map((day, i) =>
  photoSample({ id: `p${i}`, taken_at: `${day}T10:00:00+08:00` }),
)
const side = photoSample({ id: 'side', angle: 'left' })
const groups = [
  { count: 1, first: side, last: side },
  { count: 3, first: march!, last: september! },
]

test('to compare chart photos, Mutya suggests the first and last photo of the angle that was photographed most recently and has at least two photos', () => {
  expect(choosePair(groups, null)).toEqual({ before: march, after: september })
  expect(choosePair([groups[0]!], null)).toBeNull()
})

test('a chosen chart photo is compared with the first photo of its angle; if it is the first itself, with the last one', () => {
  expect(choosePair(groups, june!)).toEqual({ before: march, after: june })
  expect(choosePair(groups, march!)).toEqual({ before: march, after: september })
  expect(choosePair(groups, side)).toBeNull()
})
