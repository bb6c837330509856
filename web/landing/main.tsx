import { clinicOnPage, hydratePage, siteOnPage } from '#web/lib/page/hydrate-page.tsx'
import { reloadAfterDeploy } from '#web/lib/page/reload-after-deploy.ts'
import { LandingPage } from './landing-page.tsx'

reloadAfterDeploy()
void hydratePage(async () => <LandingPage clinic={await clinicOnPage()} site={await siteOnPage()} />)
