import { clinicOnPage } from '#web/lib/clinic-on-page.ts'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { hydratePage } from '#web/lib/hydrate-page.ts'
import { BookingPage } from './booking-page.tsx'

reloadAfterDeploy()
hydratePage(<BookingPage clinic={await clinicOnPage()} />)
