import { CSPProvider } from '@base-ui/react/csp-provider'
import ToastLayer from './toast-layer.tsx'

/** Toasts on a page that has nothing else of the component library. The policy allows no inline style elements. */
export default function ToastsAlone() {
  return (
    <CSPProvider disableStyleElements>
      <ToastLayer />
    </CSPProvider>
  )
}
