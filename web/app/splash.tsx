import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { LogoMark } from '#web/ui/logo.tsx'

/** While it is found out who is here and the first page loads; appears only when that takes a moment. */
export function Splash() {
  return (
    <div role="status" aria-label={s.loadingPage} className="grid min-h-dvh animate-appear-late place-items-center">
      <LogoMark size={56} />
    </div>
  )
}
