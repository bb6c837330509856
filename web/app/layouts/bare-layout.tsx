import { Outlet } from 'react-router'

/** Pages that bring their own frame: the log-in card, the first run, the till. */
export function BareLayout() {
  return <Outlet />
}
