import {
  CalendarDays,
  LogOut,
  Maximize,
  Menu as MenuIcon,
  Minimize,
  Moon,
  ReceiptText,
  RefreshCw,
  Sun,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { LogOutDialog } from '#web/auth/log-out-dialog.tsx'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { useFullscreen } from './use-fullscreen.ts'

const icon = (Icon: typeof Sun) => <Icon size={18} aria-hidden="true" />

/** Everything a cashier can go to or do besides selling. */
function useMenuItems(onReload: () => void, onLogOut: () => void): MenuItem[] {
  const navigate = useNavigate()
  const isDark = useTheme() === 'dark'
  const fullscreen = useFullscreen()
  const toAppointments = () => {
    void navigate('/cashier/appointments')
    toast.success({ title: s.switchedTitle, description: s.switchedText })
  }
  return [
    { label: s.reload, icon: icon(RefreshCw), onSelect: onReload },
    {
      label: fullscreen.isOn ? s.leaveFullscreen : s.fullscreen,
      icon: icon(fullscreen.isOn ? Minimize : Maximize),
      onSelect: fullscreen.toggle,
    },
    { label: s.appointments, icon: icon(CalendarDays), onSelect: toAppointments, separated: true },
    { label: s.transactions, icon: icon(ReceiptText), link: <Link to="/cashier/transactions" /> },
    { label: s.clientHistory, icon: icon(Users), link: <Link to="/cashier/clients" /> },
    {
      label: isDark ? s.lightTheme : s.darkTheme,
      icon: icon(isDark ? Sun : Moon),
      onSelect: () => setTheme(isDark ? 'light' : 'dark'),
      separated: true,
    },
    { label: s.logOut, icon: icon(LogOut), onSelect: onLogOut, danger: true },
  ]
}

export function TillMenu({ onReload }: { onReload: () => void }) {
  const [asksLogOut, setAsksLogOut] = useState(false)
  const items = useMenuItems(onReload, () => setAsksLogOut(true))
  return (
    <>
      <Menu
        trigger={<IconButton label={s.menu} variant="secondary" icon={<MenuIcon size={20} aria-hidden="true" />} />}
        items={items}
      />
      <LogOutDialog
        open={asksLogOut}
        onClose={() => setAsksLogOut(false)}
        title={s.logOut}
        question={s.logoutQuestion}
      />
    </>
  )
}
