import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'

/** The first stop of the keyboard: past the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The address stays as it is; only the focus moves.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-ctl focus:bg-surface focus:p-3 focus:font-semibold focus:shadow-3"
    >
      {s.skip}
    </a>
  )
}
