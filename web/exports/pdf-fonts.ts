import type { PdfFonts } from '#shared/lib/pdf-text.ts'
import regularUrl from '#web/styles/fonts/pdf-manrope-400.ttf?url'
import boldUrl from '#web/styles/fonts/pdf-manrope-700.ttf?url'

async function base64Of(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`the font ${url} could not be loaded`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

export async function loadPdfFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([base64Of(regularUrl), base64Of(boldUrl)])
  return { regular, bold }
}
