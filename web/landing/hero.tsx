import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, type LucideIcon, Pause, Play } from 'lucide-react'
import { type FocusEvent, useEffect, useReducer, useRef, useState } from 'react'
import { publicPaths } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { HERO_SIZES } from '#shared/website/pictures.ts'
import type { Site } from '#shared/website/site.ts'
import { HERO_BUTTON } from './book-bar.tsx'
import { LineDrawing } from './line-drawing.tsx'
import { Blurred, Picture } from './picture.tsx'
import { words } from './messages.ts'

type HeroProps = {
  hero: Site['hero']
  /** True when the page has a price section to link to. */
  hasPricing: boolean
}

/**
 * The opening part of the landing page: text on the left, the slideshow on the right; on phones the pictures come
 * first.
 */
export function Hero({ hero, hasPricing }: HeroProps) {
  return (
    <div className="mx-auto grid max-w-public items-center gap-4 px-5 sm:gap-8 pt-6 pb-12 md:px-8 lg:grid-cols-[minmax(0,31rem)_1fr] lg:gap-14 lg:pt-10 lg:pb-20">
      <div className="order-2 lg:order-1">
        {hero.eyebrow && <p className="mb-4 eyebrow">{hero.eyebrow}</p>}
        <h1 className={clsx('display wrap-break-word', isLong(hero) ? 'text-h2' : 'text-hero')}>
          {hero.title}
          {hero.title && hero.title_in_italics && <br />}
          {hero.title_in_italics && <em className="font-medium text-primary italic">{hero.title_in_italics}</em>}
        </h1>
        {hero.lead && <p className="mt-5 max-w-[30rem] text-lead whitespace-pre-line text-ink-2">{hero.lead}</p>}
        {/* On phones the buttons are always below each other, so that no button moves when the web font loads. */}
        <div className="mt-8 grid gap-3 sm:flex sm:flex-wrap">
          <a
            id={HERO_BUTTON}
            href={publicPaths.booking}
            className={buttonClass({ variant: 'primary', size: 'lg', pill: true })}
          >
            {words.bookAnAppointment} <ArrowRight size={18} aria-hidden="true" className="max-sm:hidden" />
          </a>
          {hasPricing && (
            <a href="#pricing" className={clsx(buttonClass({ size: 'lg', pill: true }), 'border-line-strong!')}>
              {words.seePricing}
            </a>
          )}
        </div>
        {hero.facts.length > 0 && (
          <ul className="mt-9 flex flex-wrap gap-x-3.5 gap-y-1.5 border-t border-line pt-5 text-compact font-medium text-ink-2">
            {hero.facts.map((fact, index) => (
              <li key={index} className="flex items-center gap-2">
                <span aria-hidden="true" className="size-1.5 rounded-full bg-gold" />
                {fact}
              </li>
            ))}
          </ul>
        )}
      </div>
      {hero.slides.length > 0 ? (
        <Highlights slides={hero.slides} />
      ) : (
        <span className={clsx(FRAME, 'order-1 block bg-rose-soft lg:order-2')}>
          <LineDrawing name="up" className="relative top-[4%] h-[96%] w-full text-primary" />
        </span>
      )}
    </div>
  )
}

/** True for a long headline, which is drawn smaller so that the booking button stays visible. */
const isLong = ({ title, title_in_italics: italics }: Site['hero']) => title.length + italics.length > 48

/** Classes of the frame around the pictures of the opening part. */
const FRAME = 'aspect-4/3 overflow-hidden rounded-[1.5rem] shadow-3 md:aspect-16/9 lg:aspect-[5/4.6] lg:rounded-hero'

type Slides = Site['hero']['slides']

/**
 * A slideshow of up to three pictures, five seconds each. People can pause it, and it does not move if they prefer less
 * motion.
 */
function Highlights({ slides }: { slides: Slides }) {
  const { show, dispatch, woken, running } = useSlideshow(slides.length)
  // Keyboard focus pauses the slideshow; the play button resumes it.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches(':focus-visible:not([data-rotation])')) dispatch({ type: 'stopped' })
  }
  return (
    <section
      aria-roledescription={words.carousel}
      aria-label={words.highlights}
      onFocus={onFocus}
      className="relative order-1 lg:order-2"
    >
      <div aria-live={running ? 'off' : 'polite'} className={clsx(FRAME, 'relative bg-surface-3')}>
        {slides.slice(0, woken ? slides.length : 1).map((slide, index) => (
          <div
            key={index}
            role="group"
            aria-roledescription={words.aSlide}
            aria-label={words.slideOf(index + 1, slides.length, slide.name)}
            aria-hidden={index !== show.slide}
            className={clsx(
              'absolute inset-0 transition-opacity duration-700 ease-perlas',
              index !== show.slide && 'opacity-0',
            )}
          >
            <Blurred picture={slide.picture} />
            <Picture
              picture={slide.picture}
              sizes={HERO_SIZES}
              first={index === 0}
              className="absolute inset-0 size-full object-cover"
            />
          </div>
        ))}
      </div>
      {slides.length > 1 && <SlideshowControls slides={slides} show={show} running={running} dispatch={dispatch} />}
    </section>
  )
}

/** The state of the slideshow: current slide and whether it plays. */
export type Slideshow = { slide: number; playing: boolean }

export type SlideshowEvent =
  | { type: 'passed' }
  | { type: 'moved'; by: 1 | -1 }
  | { type: 'chosen'; slide: number }
  | { type: 'toggled' }
  | { type: 'stopped' }

const SLIDE_MS = 5_000

/** The shortest time for which the slideshow still shows the first slide, because the second one is loaded meanwhile. */
const FIRST_SLIDE_LEAST_MS = 1_000

const wrapped = (slide: number, count: number) => (slide + count) % count

/**
 * The slideshow's state after an action. `passed` means that the slide's five seconds are over, and is ignored while
 * paused. Choosing a slide keeps playing.
 */
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

function useSlideshow(count: number) {
  const [state, dispatch] = useReducer(slideshowReducer(count), { slide: 0, playing: true })
  // While the website is edited, the preview may lose slides, so the number of the slide is limited.
  const show = { ...state, slide: Math.min(state.slide, count - 1) }
  const woken = useWoken()
  const running = woken && show.playing && count > 1
  const isFirst = useRef(true)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) dispatch({ type: 'stopped' })
  }, [])
  useEffect(() => {
    if (!running) return
    // The first slide has been visible since the page was opened, before its scripts ran.
    const isOpening = isFirst.current && show.slide === 0
    const left = isOpening ? Math.max(SLIDE_MS - performance.now(), FIRST_SLIDE_LEAST_MS) : SLIDE_MS
    isFirst.current = false
    const timer = setTimeout(() => dispatch({ type: 'passed' }), left)
    return () => clearTimeout(timer)
  }, [running, show.slide])
  return { show, dispatch, woken, running }
}

/** True once the page has loaded; only then the other slides are loaded and the slideshow starts. */
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

type ControlsProps = { slides: Slides; show: Slideshow; running: boolean; dispatch: (event: SlideshowEvent) => void }

/**
 * The controls of the slideshow: a dot per slide, previous, pause and next. They are over the picture, or below it on
 * phones.
 */
function SlideshowControls({ slides, show, running, dispatch }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-1 pt-2 sm:absolute sm:inset-x-0 sm:bottom-0 sm:p-5">
      <div className="-ml-1.5 flex items-center rounded-full sm:ml-0 sm:bg-[rgb(17_37_42/.68)] sm:backdrop-blur-md">
        {slides.map((slide, index) => (
          <button
            key={index}
            type="button"
            aria-label={words.slide(index + 1, slide.name)}
            aria-current={index === show.slide}
            onClick={() => dispatch({ type: 'chosen', slide: index })}
            className="grid size-11 place-items-center sm:focus-visible:outline-white"
          >
            <Dot current={index === show.slide} running={running} />
          </button>
        ))}
      </div>
      <div className="flex gap-0.5 xs:gap-1.5">
        <RoundButton icon={ArrowLeft} name={words.previousSlide} onClick={() => dispatch({ type: 'moved', by: -1 })} />
        <RoundButton
          icon={show.playing ? Pause : Play}
          name={show.playing ? words.pause : words.play}
          onClick={() => dispatch({ type: 'toggled' })}
          rotation
        />
        <RoundButton icon={ArrowRight} name={words.nextSlide} onClick={() => dispatch({ type: 'moved', by: 1 })} />
      </div>
    </div>
  )
}

type RoundButtonProps = { icon: LucideIcon; name: string; onClick: () => void; rotation?: boolean }

const RoundButton = ({ icon: Icon, name, onClick, rotation }: RoundButtonProps) => (
  <button
    type="button"
    data-rotation={rotation}
    onClick={onClick}
    className="grid size-11 place-items-center rounded-full text-ink-2 transition-colors hover:bg-surface-2 sm:bg-[rgb(17_37_42/.68)] sm:text-white sm:backdrop-blur-md sm:hover:bg-ink sm:focus-visible:outline-white"
  >
    <Icon size={18} aria-hidden="true" />
    <span className="sr-only">{name}</span>
  </button>
)

/** A dot of the slideshow. The dot of the current slide is longer, and fills during the slide's five seconds. */
function Dot({ current, running }: { current: boolean; running: boolean }) {
  return (
    <span
      className={clsx(
        'relative h-1 overflow-hidden rounded-full transition-[width] duration-300',
        current ? 'w-6 xs:w-8' : 'w-4',
        current && !running ? 'bg-primary sm:bg-white' : 'bg-ink-3/60 sm:bg-white/45',
      )}
    >
      {current && running && <span className="absolute inset-0 origin-left animate-progress bg-primary sm:bg-white" />}
    </span>
  )
}
