import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import {
  distrustDevice,
  distrustDevicesOf,
  endOtherSessions,
  endOwnSession,
  sessionsOf,
  trustedDevicesOf,
} from '#server/sessions/public.ts'
import type { OwnSession, TrustedDevice } from '#shared/auth/devices-contract.ts'
import { devicesMessages as s } from '#shared/auth/devices-messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { trustTokenOf } from './trusted-browser.ts'

/** The devices on which the caller is logged in, or which only get notifications. */
export async function readOwnSessions({ tx, user, now }: ReadContext<Principal>): Promise<OwnSession[]> {
  const rows = await sessionsOf(tx, user.id, now)
  return rows.map(({ last_used_at: lastUse, expires_at: end, ...row }) => ({
    ...row,
    last_used_at: isoInManila(lastUse),
    is_current: row.id === user.session_id,
    is_logged_in: end > now,
    gets_notifications: row.gets_notifications === true,
  }))
}

/** The devices on which the caller logs in without the second factor. */
export async function readTrustedDevices({ tx, user, now, reply }: ReadContext<Principal>): Promise<TrustedDevice[]> {
  const rows = await trustedDevicesOf(tx, user.id, now, trustTokenOf(reply, user.id))
  return rows.map(({ last_used_at: lastUse, expires_at: end, ...row }) => ({
    ...row,
    last_used_at: isoInManila(lastUse),
    trusted_until: isoInManila(end),
  }))
}

/** Logs the caller out of one device. Throws a 404 if that session is not theirs or has ended. */
export async function logOutDevice(context: Context<Principal>, id: string): Promise<void> {
  const device = await endOwnSession(context, id)
  if (device === undefined) throw new AppError('not_found', s.gone)
  await writeAuditLog(context, { type: 'auth.device.logged-out', subjectId: context.user.id, parameters: { device } })
}

/** Logs the caller out of all other devices, and ends the trust in them, so that they need the second factor again. */
export async function logOutOtherDevices(context: Context<Principal>): Promise<void> {
  const { user } = context
  const count = await endOtherSessions(context)
  if (count > 0)
    await writeAuditLog(context, { type: 'auth.devices.logged-out', subjectId: user.id, parameters: { count } })
  for (const device of await distrustDevicesOf(context, user.id, trustTokenOf(context.reply, user.id)))
    await writeAuditLog(context, { type: 'auth.device.distrusted', subjectId: user.id, parameters: { device } })
}

/** Asks for the second factor on a device of the caller again. Throws a 404 if that device is not trusted. */
export async function distrustOwnDevice(context: Context<Principal>, id: string): Promise<void> {
  const device = await distrustDevice(context, id)
  if (device === undefined) throw new AppError('not_found', s.trustedGone)
  await writeAuditLog(context, { type: 'auth.device.distrusted', subjectId: context.user.id, parameters: { device } })
}
