import { clsx } from 'clsx'
import { ChevronsLeftRight } from 'lucide-react'
import { useRef, useSyncExternalStore, type ChangeEvent } from 'react'
import type { Site, SitePicture } from '#shared/website/site.ts'
import { words } from './messages.ts'
import { FramedPicture } from './picture.tsx'
import { SampleMark } from './rail.tsx'
import { inner, section, SectionHead } from './section-head.tsx'

type Results = Site['results']
type Pair = Results['pairs'][number]

/** Pictures before and after treatments. A single pair has its text beside the pictures. */
export function ResultsSection({ results: { title, lead, is_sample, pairs } }: { results: Results }) {
  const isSingle = pairs.length === 1
  return (
    <section id="results" aria-labelledby="results-title" className={section}>
      <div className={inner}>
        <SectionHead id="results" title={title || words.results} lead={lead} />
        <ul
          className={clsx(
            'grid gap-x-6 gap-y-12',
            pairs.length % 3 === 0 && 'lg:grid-cols-3',
            !isSingle && 'sm:grid-cols-2',
          )}
        >
          {pairs.map((pair, index) => (
            <li
              key={index}
              className={clsx(
                isSingle && 'grid items-center gap-x-14 lg:grid-cols-[1.6fr_1fr]',
                // The last pair of an odd number fills its row alone.
                !isSingle && pairs.length % 2 === 1 && 'last:sm:col-span-2',
                pairs.length % 3 === 0 && 'last:lg:col-span-1',
              )}
            >
              <Comparison pair={pair} />
              <div className="min-w-0">
                {pair.name && <h3 className="mt-4 text-lead font-semibold wrap-break-word">{pair.name}</h3>}
                {pair.line && (
                  <p className="mt-1 text-sm wrap-break-word whitespace-pre-line text-ink-2">{pair.line}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-3">
          {words.resultsVary} {is_sample && <SampleMark>{words.samplePictures}</SampleMark>}
        </p>
      </div>
    </section>
  )
}

const subscribeToNothing = () => () => undefined

/** False in the HTML of the server, and true once the browser runs the scripts. */
const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

const SIZES = '(width >= 64rem) 50rem, calc(100vw - 2.5rem)'

/**
 * Shows both pictures side by side; once scripts run, the pictures lie on each other and a slider moves the edge
 * between them. Both layouts have the same height, so nothing moves when the scripts arrive.
 */
function Comparison({ pair: { before, after, name } }: { pair: Pair }) {
  const isLive = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  // The script sets a CSS property, because the Content-Security-Policy allows no style attribute in the HTML.
  const move = ({ target }: ChangeEvent<HTMLInputElement>) =>
    box.current?.style.setProperty('--edge', `${target.value}%`)
  return (
    <div
      ref={box}
      className={clsx(
        'relative aspect-4/3 overflow-hidden rounded-panel bg-surface-3',
        !isLive && 'grid grid-cols-2 gap-px',
      )}
    >
      <Side picture={before} label={words.before} className={isLive ? 'absolute inset-0' : 'relative'} />
      <Side
        picture={after}
        label={words.after}
        isAfter
        className={isLive ? 'absolute inset-0 [clip-path:inset(0_0_0_var(--edge,50%))]' : 'relative'}
      />
      {isLive && (
        <>
          <input
            type="range"
            min="0"
            max="100"
            defaultValue="50"
            onChange={move}
            aria-label={words.compare(name)}
            className="peer absolute inset-0 z-10 m-0 size-full cursor-ew-resize touch-pan-y opacity-0"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-(--edge,50%) w-0.5 -translate-x-1/2 bg-white peer-focus-visible:[&>span]:outline-2"
          >
            <span className="absolute top-1/2 left-1/2 grid size-11 -translate-1/2 place-items-center rounded-full bg-white text-primary outline-offset-2 outline-primary shadow-2">
              <ChevronsLeftRight size={20} />
            </span>
          </span>
        </>
      )}
    </div>
  )
}

type SideProps = { picture: SitePicture; label: string; isAfter?: boolean; className: string }

const Side = ({ picture, label, isAfter = false, className }: SideProps) => (
  <figure className={className}>
    <FramedPicture picture={picture} sizes={SIZES} className="h-full" />
    <figcaption
      className={clsx(
        'absolute bottom-3 rounded-full bg-[rgb(17_37_42/.68)] px-3 py-1 text-xs font-bold text-white',
        isAfter ? 'right-3' : 'left-3',
      )}
    >
      {label}
    </figcaption>
  </figure>
)
