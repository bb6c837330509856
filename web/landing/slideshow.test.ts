import { expect, test } from 'vitest'
import { slideshowReducer, type Slideshow, type SlideshowEvent } from './hero.tsx'

const reduce = slideshowReducer(3)
const first: Slideshow = { slide: 0, playing: true }

test.each<[string, Slideshow, SlideshowEvent, Slideshow]>([
  ['five seconds show the next slide', first, { type: 'passed' }, { slide: 1, playing: true }],
  ['after the last comes the first', { slide: 2, playing: true }, { type: 'passed' }, first],
  ['paused, time changes nothing', { slide: 1, playing: false }, { type: 'passed' }, { slide: 1, playing: false }],
  ['before the first comes the last', first, { type: 'moved', by: -1 }, { slide: 2, playing: true }],
  ['next works while paused', { slide: 0, playing: false }, { type: 'moved', by: 1 }, { slide: 1, playing: false }],
  ['a dot shows its slide and keeps playing', first, { type: 'chosen', slide: 2 }, { slide: 2, playing: true }],
  ['pause stops', first, { type: 'toggled' }, { slide: 0, playing: false }],
  ['play goes on', { slide: 1, playing: false }, { type: 'toggled' }, { slide: 1, playing: true }],
  ['reduced motion stops it', first, { type: 'stopped' }, { slide: 0, playing: false }],
])('%s', (_, state, event, expected) => {
  expect(reduce(state, event)).toEqual(expected)
})
