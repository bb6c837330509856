import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { clinicContract } from '#shared/clinic/contract.ts'
import { brandOf } from '#shared/clinic/public-profile.ts'
import { navigationMessages, productMessages } from '#shared/lib/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { query } from '#web/lib/query.ts'
import { Logo, ProductLogo } from '#web/ui/logo.tsx'

function subscribeHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

const tokenOfAddress = () => window.location.hash.slice(1)

/** The token in the URL's fragment, which browsers never send. */
export const useLinkToken = (): string => useSyncExternalStore(subscribeHash, tokenOfAddress)

type LinkPageProps = { title: string; lead?: string; children?: ReactNode }

/**
 * The frame of the pages that are opened by links in e-mails: the clinic's name above the page's content in a card.
 * Visitors need not be logged in.
 */
export function LinkPage({ title, lead, children }: LinkPageProps) {
  const { data } = useRead(clinicContract.read, {}, { staleMs: 60_000 })
  const brand = data && brandOf(data.data.name)
  return (
    <div className="mx-auto flex min-h-dvh max-w-[36rem] flex-col px-4 py-5 sm:px-8 md:py-8">
      <header className="flex flex-wrap items-center justify-between gap-3">
        {brand ? <Logo name={brand.brand} line={brand.brand_line} /> : <ProductLogo />}
        <a
          href={publicPaths.landing}
          className="inline-flex min-h-11 items-center gap-2 rounded-ctl px-2 text-ctl font-semibold text-ink-2 hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden="true" />
          {navigationMessages.backToHome}
        </a>
      </header>
      <main id="main" tabIndex={-1} className="my-auto w-full py-8 outline-none">
        <section className="rounded-panel border border-line bg-surface p-6 shadow-3 sm:p-9">
          <h1 className="display text-[2.25rem] leading-tight">{title}</h1>
          <div aria-live="polite">
            {lead !== undefined && <p className="mt-2 text-ink-2">{lead}</p>}
            {children}
          </div>
        </section>
      </main>
    </div>
  )
}

/**
 * Shown when a link has no token, because a mail program or a person has truncated the link. The server need not be
 * asked.
 */
export const IncompleteLinkPage = () => (
  <LinkPage title={navigationMessages.linkIncompleteTitle} lead={navigationMessages.linkIncomplete} />
)

/** The clinic's name in two lines; until it is loaded, the name of the product (Mutya). */
export function useBrand(): { brand: string; brand_line: string } {
  const clinic = useQuery({ ...query(clinicContract.read, {}), staleTime: 60_000 })
  return brandOf(clinic.data?.data.name ?? productMessages.name)
}
