import { clinicOnPage } from '#web/lib/clinic-on-page.ts'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { wakePage } from '#web/lib/wake-page.ts'
import { BookingPage } from './booking-page.tsx'

reloadAfterDeploy()
wakePage(<BookingPage clinic={await clinicOnPage()} />)
