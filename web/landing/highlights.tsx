import { useEffect, useReducer, useState, type FocusEvent } from 'react'
import { clsx } from 'clsx'
import { slides } from './content.ts'
import { StillLife } from './picture.tsx'
import { SlideshowControls } from './slideshow-controls.tsx'
import { SLIDE_MS, slideshowReducer } from './slideshow.ts'
import { words } from './words.ts'

const sizes = '(width >= 64rem) 46rem, calc(100vw - 2.5rem)'

/** The slideshow: three still lifes, five seconds each. It can be paused, and rests where motion is not wanted. */
export function Highlights() {
  const { show, dispatch, woken, running } = useSlideshow()
  // Who comes with the keyboard reads in peace; the play button goes on.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches(':focus-visible:not([data-rotation])')) dispatch({ type: 'stopped' })
  }
  return (
    <section
      aria-roledescription="carousel"
      aria-label={words.highlights}
      onFocus={onFocus}
      className="relative order-1 aspect-4/3 overflow-hidden rounded-[1.5rem] bg-surface-3 shadow-3 md:aspect-16/9 lg:order-2 lg:aspect-[5/4.6] lg:rounded-hero"
    >
      <div aria-live={running ? 'off' : 'polite'}>
        {slides.slice(0, woken ? slides.length : 1).map((slide, index) => (
          <div
            key={slide.art}
            role="group"
            aria-roledescription="slide"
            aria-label={words.slideOf(index + 1, slides.length, slide.name)}
            aria-hidden={index !== show.slide}
            className={clsx(
              'absolute inset-0 transition-opacity duration-700 ease-perlas',
              index !== show.slide && 'opacity-0',
            )}
          >
            <StillLife
              art={slide.art}
              alt={slide.alt}
              sizes={sizes}
              first={index === 0}
              className="absolute inset-0 size-full object-cover"
            />
          </div>
        ))}
      </div>
      <SlideshowControls show={show} running={running} dispatch={dispatch} />
    </section>
  )
}

function useSlideshow() {
  const [show, dispatch] = useReducer(slideshowReducer(slides.length), { slide: 0, playing: true })
  const woken = useWoken()
  const running = woken && show.playing
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) dispatch({ type: 'stopped' })
  }, [])
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => dispatch({ type: 'passed' }), SLIDE_MS)
    return () => clearTimeout(timer)
  }, [running, show.slide])
  return { show, dispatch, woken, running }
}

/** True once the page has loaded: only then the other slides are fetched and the show begins. */
function useWoken(): boolean {
  const [woken, setWoken] = useState(false)
  useEffect(() => {
    const wake = () => setWoken(true)
    if (document.readyState === 'complete') wake()
    else window.addEventListener('load', wake, { once: true })
    return () => window.removeEventListener('load', wake)
  }, [])
  return woken
}
