import { clinicOnPage } from '#web/lib/clinic-on-page.ts'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { wakePage } from '#web/lib/wake-page.ts'
import { LandingPage } from './landing-page.tsx'

reloadAfterDeploy()
wakePage(<LandingPage clinic={await clinicOnPage()} />)
