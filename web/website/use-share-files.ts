import { useState } from 'react'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { addressOf } from '#shared/website/pictures.ts'
import type { Sharing } from '#shared/website/sharing-contract.ts'
import { sharingMessages as s } from '#shared/website/sharing-messages.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { PosterLogo } from './poster-pdf.ts'
import { qrPng, qrSvg, type QrModules } from './qr-code.ts'

type Shared = {
  sharing: Sharing
  clinic: ClinicProfile
  target: 'page' | 'booking'
  link: string
  modules: QrModules
}

/** The largest width of the logo in the poster, in pixels. */
const LOGO_PIXELS = 800

/** Converts the clinic's logo to PNG, because the library that writes the poster's PDF cannot read WebP. */
async function readLogo(logo: NonNullable<Sharing['logo']>): Promise<PosterLogo> {
  const image = new Image()
  image.src = addressOf(logo, logo.widths.at(-1)!, logo.formats.at(-1)!)
  await image.decode()
  const scale = Math.min(1, LOGO_PIXELS / image.naturalWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { png: canvas.toDataURL('image/png'), width: canvas.width, height: canvas.height }
}

/** A link as people read it, without protocol and final slash. */
const readable = (link: string): string => link.replace(/^https?:\/\//, '').replace(/\/$/, '')

async function makePoster({ sharing, clinic, target, link, modules }: Shared): Promise<Blob> {
  const [{ posterPdf }, { loadPdfFonts }, logo] = await Promise.all([
    import('./poster-pdf.ts'),
    import('#web/exports/pdf-fonts.ts'),
    sharing.logo && readLogo(sharing.logo),
  ])
  const poster = {
    name: clinic.name,
    logo,
    colours: sharing.colours,
    sentence: target === 'page' ? s.scanPage : s.scanBooking,
    qr: modules,
    link: readable(link),
    foot: [clinic.address, clinic.phone],
    title: s.posterTitle(clinic.name),
  }
  return posterPdf(poster, await loadPdfFonts()).output('blob')
}

/** Saves the QR code and the poster as files. */
export function useShareFiles(shared: Shared) {
  const { target, modules } = shared
  const [isMaking, setIsMaking] = useState(false)
  const save = async (make: () => Blob | Promise<Blob>, name: string) => {
    setIsMaking(true)
    try {
      download(await make(), name)
    } catch {
      toast.error({ title: s.fileFailed })
    } finally {
      setIsMaking(false)
    }
  }
  const svg = () => new Blob([qrSvg(modules)], { type: 'image/svg+xml' })
  const of = s.file[target]
  return {
    isMaking,
    savePoster: () => save(() => makePoster(shared), s.posterFile(of)),
    savePng: () => save(() => qrPng(modules), s.fileName(of, 'png')),
    saveSvg: () => save(svg, s.fileName(of, 'svg')),
  }
}
