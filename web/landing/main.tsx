import { publicPaths } from '#web/lib/public-paths.ts'
import { readClinic, hydratePage, readSite } from '#web/lib/page/hydrate-page.tsx'
import { reloadAfterDeploy } from '#web/lib/page/retry-import.ts'
import { LandingPage, type LandingProps } from './landing-page.tsx'

/** In the website editor's preview frame the page shows what is being typed; visitors do not load the code for that. */
async function pageOf(props: LandingProps) {
  if (window.location.pathname !== publicPaths.websitePreview) return <LandingPage {...props} />
  const { Preview } = await import('./preview.tsx')
  return <Preview Page={LandingPage} {...props} />
}

reloadAfterDeploy()
void hydratePage(async () => pageOf({ clinic: await readClinic(), site: await readSite() }))
