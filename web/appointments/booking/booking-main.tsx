import { clinicOnPage } from '#web/lib/clinic-on-page.ts'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { hydratePage } from '#web/lib/hydrate-page.tsx'
import { BookingPage } from './booking-page.tsx'

reloadAfterDeploy()
void hydratePage(async () => <BookingPage clinic={await clinicOnPage()} />)
