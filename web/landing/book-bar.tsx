import { useEffect, useState } from 'react'
import { publicPaths } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from './messages.ts'

/** The id of the booking button in the opening part of the landing page. */
export const HERO_BUTTON = 'book'

/**
 * A bar with the booking button at the bottom of phones, while the opening part's own button is out of sight. It is the
 * last element of the page, so that it covers nothing of the footer at the end.
 */
export function BookBar() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const button = document.getElementById(HERO_BUTTON)
    if (!button) return
    const observer = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === false))
    observer.observe(button)
    return () => observer.disconnect()
  }, [])
  return isShown ? (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-30 border-t border-line bg-bg/96 px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] backdrop-blur-lg sm:hidden"
    >
      <a href={publicPaths.booking} className={`${buttonClass({ variant: 'primary', size: 'lg', pill: true })} w-full`}>
        {words.bookAnAppointment}
      </a>
    </div>
  ) : null
}
