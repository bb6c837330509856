import type { ReactNode } from 'react'
import { CoverPage } from './cover-page.tsx'

type AuthCardProps = { title: string; lead: string; children?: ReactNode }

/** The one card of a page before the app, beside the cover. */
export function AuthCard({ title, lead, children }: AuthCardProps) {
  return (
    <CoverPage>
      <section className="rounded-panel border border-line bg-surface p-6 shadow-3 sm:p-9">
        <h1 className="display text-[2.25rem] leading-tight">{title}</h1>
        <p className="mt-1 text-ink-2">{lead}</p>
        {children}
      </section>
    </CoverPage>
  )
}
