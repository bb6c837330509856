import { paths } from '#web/lib/paths.ts'
import { clinicOnPage, hydratePage, siteOnPage } from '#web/lib/page/hydrate-page.tsx'
import { reloadAfterDeploy } from '#web/lib/page/reload-after-deploy.ts'
import { LandingPage, type LandingProps } from './landing-page.tsx'

/** In the frame of the editor the page follows what is typed there; visitors load nothing of that. */
async function pageOf(props: LandingProps) {
  if (window.location.pathname !== paths.websitePreview) return <LandingPage {...props} />
  const { Preview } = await import('./preview.tsx')
  return <Preview Page={LandingPage} {...props} />
}

reloadAfterDeploy()
void hydratePage(async () => pageOf({ clinic: await clinicOnPage(), site: await siteOnPage() }))
