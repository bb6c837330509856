import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SitePicture } from '#shared/website/site.ts'
import { letPass, stopTime } from '#web/test/screen.tsx'
import { Hero, slideshowReducer, type Slideshow, type SlideshowEvent } from './hero.tsx'

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

const picture = (path: string): SitePicture => ({
  path,
  formats: ['webp'],
  widths: [320],
  width: 2000,
  height: 1500,
  alt: '',
  focus: 'center',
  placeholder: '',
})
const slides = ['The clinic', 'Medical-grade care', 'Quiet confidence'].map((name, index) => ({
  name,
  picture: picture(`/art/${index}`),
}))

/** Draws the opening part of the landing page with three slides, and stops the time. */
function drawHero({ reducedMotion }: { reducedMotion: boolean }): void {
  stopTime()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reducedMotion && query.includes('reduced-motion') }))
  const hero = { eyebrow: '', title: 'Glow', title_in_italics: '', lead: '', facts: [], slides }
  render(<Hero hero={hero} hasPricing={false} />)
}
const shown = () => screen.getByRole('group').getAttribute('aria-label')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the slides of the landing page advance automatically, and stop when a visitor presses Pause', async () => {
  drawHero({ reducedMotion: false })
  expect(document.querySelectorAll('[role=group]')).toHaveLength(3)
  expect(shown()).toBe('1 of 3: The clinic')
  await letPass(4.9)
  expect(shown()).toBe('1 of 3: The clinic')
  await letPass(0.2)
  expect(shown()).toBe('2 of 3: Medical-grade care')
  press('Pause slideshow')
  await letPass(11)
  expect(shown()).toBe('2 of 3: Medical-grade care')
  press('Next slide')
  press('Next slide')
  expect(shown()).toBe('1 of 3: The clinic')
  press('Previous slide')
  expect(shown()).toBe('3 of 3: Quiet confidence')
  press('Slide 2: Medical-grade care')
  expect(shown()).toBe('2 of 3: Medical-grade care')
  press('Play slideshow')
  await letPass(5.1)
  expect(shown()).toBe('3 of 3: Quiet confidence')
})

test('with reduced motion the slides of the landing page do not advance', async () => {
  drawHero({ reducedMotion: true })
  expect(screen.getByRole('button', { name: 'Play slideshow' })).toBeTruthy()
  await letPass(11)
  expect(shown()).toBe('1 of 3: The clinic')
})
