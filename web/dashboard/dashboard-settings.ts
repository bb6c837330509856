import { useState } from 'react'
import { z } from 'zod'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'

/** What can be hidden, in the order of the screen, with the words of the settings. */
export const DASHBOARD_PARTS = {
  'monthly-sales': s.monthlySales,
  'total-sales': s.totalSales,
  'total-clients': s.totalClients,
  'todays-sales': s.todaysSales,
  'sales-trend': s.salesTrend,
  'client-analytics': s.clientAnalytics,
} as const
export type DashboardPart = keyof typeof DASHBOARD_PARTS
export const dashboardParts = Object.keys(DASHBOARD_PARTS) as DashboardPart[]

export const REFRESH_MINUTES = [0, 1, 5, 15] as const

const settingsSchema = z.object({
  /** 0: only when asked. */
  refreshMinutes: z.literal(REFRESH_MINUTES),
  hidden: z.array(z.enum(dashboardParts)),
})
export type DashboardSettings = z.output<typeof settingsSchema>

export const defaultSettings: DashboardSettings = { refreshMinutes: 5, hidden: [] }

/** How often what the dashboard shows is read again, in milliseconds; false for never. */
export const everyMsOf = ({ refreshMinutes }: DashboardSettings): number | false =>
  refreshMinutes === 0 ? false : refreshMinutes * 60_000

const keyOf = (userId: string) => `mutya.dashboard.${userId}`

/** What the person chose on this device; the defaults when there is nothing, or nothing that can be read. */
export function readSettings(userId: string, storage: Pick<Storage, 'getItem'> = localStorage): DashboardSettings {
  try {
    const stored = settingsSchema.safeParse(JSON.parse(storage.getItem(keyOf(userId)) ?? 'null'))
    return stored.success ? stored.data : defaultSettings
  } catch {
    // Storage may be switched off altogether, and anything may stand in it: the dashboard works without.
    return defaultSettings
  }
}

export function writeSettings(
  userId: string,
  settings: DashboardSettings,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(settings))
  } catch {
    // Without storage the choice lives as long as the page.
  }
}

/** The settings of one person on this device, and the way to change them. */
export function useDashboardSettings(userId: string): [DashboardSettings, (settings: DashboardSettings) => void] {
  const [settings, setSettings] = useState(() => readSettings(userId))
  const save = (next: DashboardSettings) => {
    writeSettings(userId, next)
    setSettings(next)
  }
  return [settings, save]
}
