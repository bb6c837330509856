import { clinicOnPage } from '#web/lib/clinic-on-page.ts'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { hydratePage } from '#web/lib/hydrate-page.tsx'
import { LandingPage } from './landing-page.tsx'

reloadAfterDeploy()
void hydratePage(async () => <LandingPage clinic={await clinicOnPage()} />)
