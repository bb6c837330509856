import { clsx } from 'clsx'
import { qrPath, qrWidth, type QrModules } from './qr-code.ts'

type QrPictureProps = { modules: QrModules; label: string; className?: string }

/** A QR code on a screen. It is black on white in the dark theme too, because many scanners read nothing else. */
export const QrPicture = ({ modules, label, className }: QrPictureProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${qrWidth(modules)} ${qrWidth(modules)}`}
    shapeRendering="crispEdges"
    className={clsx('mx-auto w-full rounded-card border border-line bg-white', className)}
  >
    <path d={qrPath(modules)} fill="#000" />
  </svg>
)
