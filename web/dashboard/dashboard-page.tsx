import { Ellipsis, LayoutDashboard, RefreshCw, ScanLine, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { dashboardSentences as s } from '#shared/dashboard/sentences.ts'
import { formatClock, formatInstantTime } from '#shared/lib/manila-time.ts'
import { paths } from '#web/lib/paths.ts'
import { usePerson } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ClientAnalytics } from './client-analytics.tsx'
import { dashboardParts, useDashboardSettings, type DashboardPart } from './dashboard-settings.ts'
import { DashboardSettingsDialog } from './dashboard-settings-dialog.tsx'
import { FigureCards } from './figure-cards.tsx'
import { NextSteps } from './next-steps.tsx'
import { ProxyNotice } from './proxy-notice.tsx'
import { SalesTrend } from './sales-trend.tsx'
import { useDashboard } from './use-dashboard.ts'

/** Keeps the line's place while there is nothing to say in it. */
const HOLD = '\u00a0'

/** The admin's home: what the clinic earned and whom it saw. */
export default function DashboardPage() {
  const [settings, saveSettings] = useDashboardSettings(usePerson().id)
  const board = useDashboard(settings.refreshMinutes)
  // Each opening is a dialog of its own, so that a draft that was cancelled does not come back.
  const [dialog, setDialog] = useState({ open: false, times: 0 })
  const shows = (part: DashboardPart) => !settings.hidden.includes(part)
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={board.lastUpdated ? s.lastUpdated(formatClock(board.lastUpdated)) : HOLD}
        actions={
          <Actions
            busy={board.isBusy}
            onRefresh={board.refresh}
            onSettings={() => setDialog({ open: true, times: dialog.times + 1 })}
          />
        }
      />
      {board.failure && (
        <ErrorPanel
          message={board.failure}
          onRetry={board.refresh}
          busy={board.isBusy}
          lastUpdated={board.lastUpdated && formatInstantTime(board.lastUpdated)}
        />
      )}
      {board.isProxyNotTrusted && <ProxyNotice />}
      {board.isCatalogueEmpty && <NextSteps />}
      <Parts board={board} shows={shows} />
      <DashboardSettingsDialog
        key={dialog.times}
        open={dialog.open}
        settings={settings}
        onSave={saveSettings}
        onClose={() => setDialog({ ...dialog, open: false })}
      />
    </div>
  )
}

type PartsProps = { board: ReturnType<typeof useDashboard>; shows: (part: DashboardPart) => boolean }

function Parts({ board, shows }: PartsProps) {
  const { sales, clients } = board
  if (!dashboardParts.some(shows))
    return <EmptyState icon={LayoutDashboard} title={s.allHidden} body={s.allHiddenHint} />
  const both = shows('sales-trend') && shows('client-analytics')
  return (
    <>
      <FigureCards sales={sales} clients={clients} shows={shows} />
      <div
        className={
          both ? 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]' : ''
        }
      >
        {shows('sales-trend') && <SalesTrend sales={sales} />}
        {shows('client-analytics') && <ClientAnalytics clients={clients} />}
      </div>
    </>
  )
}

function Actions({ busy, onRefresh, onSettings }: { busy: boolean; onRefresh: () => void; onSettings: () => void }) {
  const more = <IconButton label={s.more} variant="secondary" icon={<Ellipsis size={18} aria-hidden="true" />} />
  return (
    <>
      <Button onClick={onSettings} icon={<Settings2 size={18} aria-hidden="true" />}>
        {s.settings}
      </Button>
      <Button onClick={onRefresh} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
        {s.refresh}
      </Button>
      <Menu
        trigger={more}
        items={[{ label: s.demo, icon: <ScanLine size={18} aria-hidden="true" />, link: <Link to={paths.posDemo} /> }]}
      />
    </>
  )
}
