import { CSPProvider } from '@base-ui/react/csp-provider'
import { ToastLayer } from './toast-layer.tsx'
import { TooltipLayer } from './tooltip-layer.tsx'

/** Toasts and tooltips: above every page, and loaded after its first view. The policy allows no inline style elements. */
export default function FloatingLayers() {
  return (
    <CSPProvider disableStyleElements>
      <ToastLayer />
      <TooltipLayer />
    </CSPProvider>
  )
}
