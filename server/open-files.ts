import { announce } from './announce.ts'

/**
 * The lowest limit of open files with which the app starts. It suffices for the database connections, the files of the
 * pages and a few dozen browsers.
 */
const FEWEST_FILES = 256

type Report = { userLimits?: { open_files?: { soft?: number | string } } }

/** How many files and connections this process may have open; undefined when unknown or unlimited. */
function openFilesLimit(): number | undefined {
  const { report } = process as { report?: { excludeNetwork?: boolean; getReport: () => object } }
  if (!report) return undefined
  // Without this setting the report resolves the host names of connections, which is slow.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as Report
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : undefined
}

/** Ends the process with a message if the limit of open files is too low for a working day. */
export function requireOpenFiles(): void {
  const limit = openFilesLimit()
  if (limit === undefined || limit >= FEWEST_FILES) return
  const sentence =
    `This process may open only ${limit} files and connections at once; Mutya needs ${FEWEST_FILES} or more. ` +
    'Raise the limit (ulimit -n 1024, or LimitNOFILE=1024 in its systemd unit) and start again.'
  announce('fatal', '', sentence, '')
  process.exit(1)
}
