import { announce } from './announce.ts'

/** Connections of the database, files of the pages, and a few dozen browsers. */
const FEWEST_FILES = 256

type Report = { userLimits?: { open_files?: { soft?: number | string } } }

/** How many files and connections this process may open at once; undefined where nobody says, or there is no limit. */
function openFilesLimit(): number | undefined {
  const { report } = process as { report?: { excludeNetwork?: boolean; getReport: () => object } }
  if (!report) return undefined
  // Without this, the report would look up the names of its connections.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as Report
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : undefined
}

/** Ends the process with a sentence when it would run out of files in the middle of a day. */
export function requireOpenFiles(): void {
  const limit = openFilesLimit()
  if (limit === undefined || limit >= FEWEST_FILES) return
  const sentence =
    `This process may open only ${limit} files and connections at once; Mutya needs ${FEWEST_FILES} or more. ` +
    'Raise the limit (ulimit -n 1024, or LimitNOFILE=1024 in its systemd unit) and start again.'
  announce('fatal', '', sentence, '')
  process.exit(1)
}
