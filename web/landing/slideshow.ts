/** A slideshow: which slide shows, and whether it goes on by itself. */
export type Slideshow = { slide: number; playing: boolean }

export type SlideshowEvent =
  | { type: 'passed' }
  | { type: 'moved'; by: 1 | -1 }
  | { type: 'chosen'; slide: number }
  | { type: 'toggled' }
  | { type: 'stopped' }

export const SLIDE_MS = 5_000

const wrapped = (slide: number, count: number) => (slide + count) % count

/** `passed` is the five seconds going by; it moves only what is playing. Choosing a slide keeps playing. */
export const slideshowReducer =
  (count: number) =>
  (state: Slideshow, event: SlideshowEvent): Slideshow => {
    switch (event.type) {
      case 'passed':
        return state.playing ? { ...state, slide: wrapped(state.slide + 1, count) } : state
      case 'moved':
        return { ...state, slide: wrapped(state.slide + event.by, count) }
      case 'chosen':
        return { ...state, slide: event.slide }
      case 'toggled':
        return { ...state, playing: !state.playing }
      case 'stopped':
        return { ...state, playing: false }
    }
  }
