import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, Pause, Play, type LucideIcon } from 'lucide-react'
import { slides } from './content.ts'
import type { Slideshow, SlideshowEvent } from './slideshow.ts'
import { words } from './words.ts'

type ControlsProps = { show: Slideshow; running: boolean; dispatch: (event: SlideshowEvent) => void }

/** A dot for each slide, previous, pause and next, over the picture. */
export function SlideshowControls({ show, running, dispatch }: ControlsProps) {
  return (
    <div className="absolute inset-x-0 bottom-0 flex flex-wrap items-center justify-between gap-x-1 gap-y-2 p-2.5 xs:p-3 sm:p-5">
      <div className="flex items-center rounded-full bg-[rgb(17_37_42/.68)] backdrop-blur-md">
        {slides.map((slide, index) => (
          <button
            key={slide.art}
            type="button"
            aria-label={words.slide(index + 1, slide.name)}
            aria-current={index === show.slide}
            onClick={() => dispatch({ type: 'chosen', slide: index })}
            className="grid size-11 place-items-center focus-visible:outline-white"
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
    className="grid size-11 place-items-center rounded-full bg-[rgb(17_37_42/.68)] text-white backdrop-blur-md transition-colors hover:bg-ink focus-visible:outline-white"
  >
    <Icon size={18} aria-hidden="true" />
    <span className="sr-only">{name}</span>
  </button>
)

/** The current dot is longer and fills up while its five seconds pass. */
function Dot({ current, running }: { current: boolean; running: boolean }) {
  return (
    <span
      className={clsx(
        'relative h-1 overflow-hidden rounded-full transition-[width] duration-300',
        current ? 'w-6 xs:w-8' : 'w-4',
        current && !running ? 'bg-white' : 'bg-white/45',
      )}
    >
      {current && running && <span className="absolute inset-0 origin-left animate-progress bg-white" />}
    </span>
  )
}
