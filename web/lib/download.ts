/** How long the file stays available for the download, because the browser may first ask where to save it. */
const KEEP_MS = 60_000

/** Saves a file on the device under a name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}
