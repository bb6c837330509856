import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { publicClinicSentences as s } from '#shared/clinic/public-sentences.ts'
import { paths } from '#web/lib/paths.ts'

/** Shown until the clinic has its first account: the way to set it up. */
export function SetupNotice({ clinic }: { clinic: PublicClinic }) {
  return (
    <aside
      aria-label={s.notSetUp}
      data-value={clinic.setup}
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 bg-lagoon px-5 text-center text-sm text-white"
    >
      {s.notSetUp}
      <a href={paths.setup} className="inline-flex min-h-11 items-center font-bold underline underline-offset-4">
        {s.setUpNow}
      </a>
    </aside>
  )
}
