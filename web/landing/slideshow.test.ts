import { expect, test } from 'vitest'
import { slideshowReducer, type Slideshow, type SlideshowEvent } from './hero.tsx'

const reduce = slideshowReducer(3)
const first: Slideshow = { slide: 0, playing: true }

test.each<[string, Slideshow, SlideshowEvent, Slideshow]>([
  ['the slideshow shows the next slide after five seconds', first, { type: 'passed' }, { slide: 1, playing: true }],
  ['the last slide of the slideshow is followed by the first', { slide: 2, playing: true }, { type: 'passed' }, first],
  [
    'a paused slideshow does not advance',
    { slide: 1, playing: false },
    { type: 'passed' },
    { slide: 1, playing: false },
  ],
  [
    'Previous on the first slide of the slideshow shows the last slide',
    first,
    { type: 'moved', by: -1 },
    { slide: 2, playing: true },
  ],
  [
    'Next shows the next slide while the slideshow is paused',
    { slide: 0, playing: false },
    { type: 'moved', by: 1 },
    { slide: 1, playing: false },
  ],
  [
    'pressing a dot shows its slide, and the slideshow keeps playing',
    first,
    { type: 'chosen', slide: 2 },
    { slide: 2, playing: true },
  ],
  ['Pause stops the slideshow', first, { type: 'toggled' }, { slide: 0, playing: false }],
  ['Play resumes the slideshow', { slide: 1, playing: false }, { type: 'toggled' }, { slide: 1, playing: true }],
  [
    'the slideshow does not play when the user prefers reduced motion',
    first,
    { type: 'stopped' },
    { slide: 0, playing: false },
  ],
])('%s', (_, state, event, expected) => {
  expect(reduce(state, event)).toEqual(expected)
})
