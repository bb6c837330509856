import {
  ChartNoAxesColumn,
  CalendarClock,
  ClipboardPenLine,
  ClipboardPlus,
  Download,
  Gauge,
  Gift,
  Globe,
  HandCoins,
  History,
  KeyRound,
  Mail,
  MessageSquareText,
  NotebookPen,
  PackageSearch,
  ReceiptText,
  ScanBarcode,
  Server,
  ShieldCheck,
  Sparkles,
  Store,
  UserCog,
  FileText,
  FileUp,
  Percent,
  Wallet,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { navigationMessages as s } from '#shared/lib/messages.ts'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { paths } from '#web/lib/paths.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { type NavItem, PageLink, useIsHere } from './bar-links.tsx'

const settingsItems: NavItem[] = [
  { to: paths.treatments, name: s.treatments, icon: Sparkles },
  { to: paths.users, name: s.userManagement, icon: UserCog },
  { to: paths.security, name: s.security, icon: ShieldCheck },
  { to: paths.historyLogs, name: s.historyLogs, icon: History },
  { to: paths.transactions.admin, name: s.transactions, icon: ReceiptText },
  { to: paths.giftCards.admin, name: s.giftCards, icon: Gift },
  { to: paths.overview, name: s.overview, icon: Gauge },
  { to: paths.reports, name: s.reports, icon: ChartNoAxesColumn },
  { to: paths.resources, name: s.resources, icon: CalendarClock },
  { to: paths.messages, name: s.messages, icon: MessageSquareText },
  { to: paths.mailServer, name: s.mailServer, icon: Mail },
  { to: paths.payments, name: s.payments, icon: Wallet },
  { to: paths.depositSettings, name: s.depositSettings, icon: HandCoins },
  { to: paths.terminals, name: s.terminals, icon: ScanBarcode },
  { to: paths.documents, name: s.documents, icon: FileText },
  { to: paths.accounting, name: s.accounting, icon: Percent },
  { to: paths.clinicalRecord, name: s.clinicalRecord, icon: ClipboardPlus },
  { to: paths.developers, name: s.developers, icon: KeyRound },
  { to: paths.imports, name: s.imports, icon: FileUp },
  { to: paths.website, name: s.website, icon: Globe },
  { to: paths.clinic, name: s.clinicProfile, icon: Store },
  { to: paths.exports, name: s.exports, icon: Download },
  { to: paths.system, name: s.system, icon: Server },
]

/** Settings of the clinical record, shown while the clinic keeps charts. */
const chartItems: NavItem[] = [
  { to: paths.forms, name: s.formBuilder, icon: ClipboardPenLine },
  { to: paths.noteTemplates, name: s.noteTemplates, icon: NotebookPen },
  { to: paths.batchRecall, name: s.batchRecall, icon: PackageSearch },
]

/**
 * The Settings menu with the button that opens it (`trigger`). The menu is open when it appears, because its code is
 * loaded only when somebody opens it.
 */
export default function SettingsMenu({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  const isHere = useIsHere()
  const items = useClinicalRecord() ? [...settingsItems, ...chartItems] : settingsItems
  return (
    <Menu
      align="start"
      isOpenFirst
      trigger={trigger}
      items={items.map(({ to, name, icon: Icon }) => ({
        label: name,
        icon: <Icon size={18} aria-hidden="true" />,
        link: <PageLink to={to} aria-current={isHere({ to }) ? 'page' : undefined} />,
      }))}
    />
  )
}
