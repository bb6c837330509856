import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { devicesContract as contract } from '#shared/auth/devices-contract.ts'
import { devicesMessages as s } from '#shared/auth/devices-messages.ts'
import {
  distrustOwnDevice,
  logOutDevice,
  logOutOtherDevices,
  readOwnSessions,
  readTrustedDevices,
} from './own-devices.ts'

export function devicesRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.list, async (context) => ({
    data: { sessions: await readOwnSessions(context), trusted: await readTrustedDevices(context) },
  }))
  registerEndpoint(contract.logOut, async (context, { params }) => {
    await logOutDevice(context, params.id)
    return { message: s.loggedOut }
  })
  registerEndpoint(contract.logOutOthers, async (context) => {
    await logOutOtherDevices(context)
    return { message: s.othersLoggedOut }
  })
  registerEndpoint(contract.distrust, async (context, { params }) => {
    await distrustOwnDevice(context, params.id)
    return { message: s.distrusted }
  })
}
