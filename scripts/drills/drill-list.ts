/** The sizes of a drill, such as numbers of rounds or people, by the names that its tests use. */
export type Sizes = Readonly<Record<string, number>>

export type Drill = {
  name: string
  /** One sentence about the drill for `docs/trust.md`: what happens, and what must hold. */
  text: string
  project: 'server' | 'unit' | 'browser'
  /** The test files or folders that the drill runs. */
  files: readonly string[]
  /** Test files in the folders of `files` that the drill does not run. */
  without?: readonly string[]
  /** The test files that run with `--quick`, if they are fewer than `files`. */
  quickFiles?: readonly string[]
  /** True if a failed test does not fail the drill, because only the measured figures count. */
  isJudgedByFigures?: boolean
  /** Runs only the tests whose title contains this text. */
  only?: string
  full: Sizes
  /** The sizes of `npm run drills -- --quick`, which takes two or three minutes for each drill. */
  quick: Sizes
}

/** All drills, in the order in which they run. Each runs tests of `npm test` with larger numbers. */
export const drills: readonly Drill[] = [
  {
    name: 'races',
    text: 'People send the same booking, move, checkout, refund, Z-reading, waitlist offer or slot reservation at once to two processes of the app. In each round one of these requests succeeds, and no answer is a 5xx.',
    project: 'server',
    files: ['server/test/drills/races.test.ts'],
    full: { people: 200, rounds: 100 },
    quick: { people: 200, rounds: 2 },
  },
  {
    name: 'small-races',
    text: 'Bookings, reservations, moves, statuses, payments and undos race within one process; each ends as if one had come after the other.',
    project: 'server',
    files: ['server/appointments', 'server/inventory/categories.test.ts'],
    full: { 'percent of rounds': 100 },
    quick: { 'percent of rounds': 40 },
  },
  {
    name: 'kills',
    text: 'The app and its database are killed while eight people sell and book. Nothing acknowledged is lost, nothing is half written, the books balance, and while the database is away people get only 503 with Retry-After.',
    project: 'server',
    files: ['server/faults.test.ts'],
    full: { 'kills of the app': 20, 'kills of the database': 10 },
    quick: { 'kills of the app': 5, 'kills of the database': 5 },
  },
  {
    name: 'kills-at-the-till',
    text: 'The app is killed during each act at the till, between the commit and the print of a sale, right after the sale and the use of a package and each act of a deposit, and while it sends e-mails; two processes do each act at once. Each act is recorded once, and no e-mail is lost.',
    project: 'server',
    files: [
      'server/cash/killed-books.test.ts',
      'server/sales/checkout/killed-process.test.ts',
      'server/prepaid/packages/killed-process.test.ts',
      'server/deposits/killed-process.test.ts',
      'server/messages/kill-drill.test.ts',
    ],
    full: {
      'kills during till acts': 40,
      'kills after a payment': 25,
      'kills after the sale and the use of a package': 25,
      'kills after the acts of a deposit': 25,
      'kills while e-mails are sent': 40,
    },
    quick: {
      'kills during till acts': 2,
      'kills after a payment': 5,
      'kills after the sale and the use of a package': 2,
      'kills after the acts of a deposit': 2,
      'kills while e-mails are sent': 4,
    },
  },
  {
    name: 'gift-cards',
    text: 'A random history of gift cards and store credit: cards are sold, pay in part and several at once, sales and cards are voided, refunds become credit, buyers are merged, days are closed. After each act each balance is that of a second set of books.',
    project: 'server',
    files: ['server/prepaid/random-cards.test.ts'],
    full: { 'acts with gift cards': 2_000 },
    quick: { 'acts with gift cards': 200 },
  },
  {
    name: 'packages',
    text: 'A random history of packages: packages are sold, sessions are used by several sales at once, sales are voided and refunded, packages are given to other clients, clients are merged, days are closed. After each act the free sessions and the balance of each package are those of a second set of books.',
    project: 'server',
    files: ['server/prepaid/packages/random-packages.test.ts'],
    full: { 'acts with packages': 2_000 },
    quick: { 'acts with packages': 200 },
  },
  {
    name: 'deposits',
    text: 'A random history of deposits: clients book, report payments, staff refuse and verify them twice at once, two tills pay with one deposit at once, sales are voided, deposits are given back or kept, clients are merged. After each act the status and balance of each deposit are those of a second set of books.',
    project: 'server',
    files: ['server/deposits/random-deposits.test.ts'],
    full: { 'acts with deposits': 2_000 },
    quick: { 'acts with deposits': 200 },
  },
  {
    name: 'power-loss',
    text: 'The power fails under load: the app and the database are killed, and the disk loses everything that was not flushed. Nothing that was confirmed is lost; with synchronous_commit=off the drill must report losses. A library, which the drill compiles with cc, records what each unflushed write has replaced, so that the drill can undo the write.',
    project: 'server',
    files: ['server/test/drills/power-loss.test.ts'],
    full: { 'power failures': 20 },
    quick: { 'power failures': 5 },
  },
  {
    name: 'fuzz',
    text: 'The drill sends random requests to every call in every role. Each request is made from the contract of its call and then damaged. Each answer is one that the contract defines, no refused request changes a row, and each request that succeeds is denied to the roles that may not send it.',
    project: 'server',
    files: ['server/test/fuzz.test.ts'],
    full: { requests: 200_000, seed: 1 },
    quick: { requests: 6_000, seed: 1 },
  },
  {
    name: 'failing-queries',
    text: 'The tests of the server make calls that change data, and every database query of these calls is made to fail once. Each time the answer is a clear error, and no row has changed.',
    project: 'server',
    files: ['server'],
    quickFiles: ['server/cash', 'server/catalogue', 'server/clients', 'server/waitlist'],
    // These tests start other processes that change rows too, so a changed row would not prove that the failed call
    // changed it.
    without: ['server/cash/killed-books.test.ts', 'server/test/drills/races.test.ts'],
    // This drill repeats calls. The repeated calls use up rate limits and change counts, so some tests fail although
    // nothing is wrong.
    isJudgedByFigures: true,
    full: { 'calls of each kind': 2 },
    quick: { 'calls of each kind': 1 },
  },
  {
    name: 'walks',
    text: 'A walk is a series of random steps with appointments or at tills. Eight walks run at once in one clinic, and each walk is compared with a model after each step.',
    project: 'server',
    files: ['server/test/drills/walks.test.ts'],
    only: 'several at once',
    full: { walks: 5_000, steps: 50, 'walks at once': 8, seed: 1 },
    quick: { walks: 60, steps: 50, 'walks at once': 8, seed: 1 },
  },
  {
    name: 'soak',
    text: 'Eight people book, sell and read at a third of the load that the app can carry. The app answers without errors, and its memory, descriptors and database connections do not grow.',
    project: 'server',
    files: ['server/test/drills/soak.test.ts'],
    full: { seconds: 3_600, 'seconds at full speed': 60, 'milliseconds between samples': 10_000 },
    quick: { seconds: 120, 'seconds at full speed': 15, 'milliseconds between samples': 2_000 },
  },
  {
    name: 'clocks',
    text: 'The app runs in several time zones, around midnight, the ends of months and years and February 29, and after its clock jumps back an hour and forward a day. All lists, files, reports and receipts are the same in each zone, and a day ends at midnight in Manila.',
    project: 'server',
    files: ['server/test/drills/clocks.test.ts'],
    full: { zones: 4, 'times of the clock': 10, 'one address of': 1 },
    quick: { zones: 4, 'times of the clock': 4, 'one address of': 1 },
  },
  {
    name: 'time-zones',
    text: 'People of each role open the screens with dates and times while it is a different day in the zone of the browser or of the server. Each screen shows the same text in every zone.',
    project: 'browser',
    files: ['e2e/time-zones.spec.ts'],
    full: { 'zones of the server': 4, 'zones of the browser': 4, 'addresses of each role': 10 },
    quick: { 'zones of the server': 2, 'zones of the browser': 2, 'addresses of each role': 10 },
  },
  {
    name: 'weeks',
    text: 'Random weeks of two terminals, compared with a second set of books.',
    project: 'server',
    files: ['server/reports/weeks'],
    full: { weeks: 2_000, seed: 7_000 },
    quick: { weeks: 60, seed: 7_000 },
  },
  {
    name: 'many-sales',
    text: 'The random weeks with far more sales: a terminal makes up to fifty sales before its next act. After each week all documents, drawers, readings and reports are compared with a second set of books.',
    project: 'server',
    files: ['server/reports/weeks'],
    full: { weeks: 100, seed: 20_000, 'sales in a row': 50, 'clinics at once': 2 },
    quick: { weeks: 4, seed: 20_000, 'sales in a row': 50, 'clinics at once': 2 },
  },
  {
    name: 'free-times',
    text: 'Free times of random clinics, compared with a count of every quarter hour.',
    project: 'unit',
    files: ['shared/resources'],
    only: 'every quarter hour',
    full: { clinics: 1_000_000 },
    quick: { clinics: 50_000 },
  },
  {
    name: 'orders',
    text: 'Discounts and taxes of random orders, compared with exact fractions.',
    project: 'unit',
    files: ['shared/sales/tax.test.ts'],
    only: 'exact fractions',
    full: { carts: 1_000_000 },
    quick: { carts: 100_000 },
  },
  {
    name: 'mutants',
    text: 'StrykerJS, which the drill downloads from npm, changes the rules of money, taxes, free times, permissions, names and readings in small ways, one change at a time. The unit tests of each area detect at least 85 % of these changes, which are called mutants.',
    project: 'unit',
    files: ['scripts/drills/mutants'],
    full: { areas: 6, 'files of each area': 10 },
    quick: { areas: 1, 'files of each area': 1 },
  },
  {
    name: 'photos',
    text: 'Photos of 12 million pixels are uploaded at once; the memory of the app stays within its limit, and uploads that do not fit are asked to try again.',
    project: 'server',
    files: ['server/upload-memory.test.ts'],
    full: { 'photos at once': 300 },
    quick: { 'photos at once': 60 },
  },
  {
    name: 'gateway',
    text: 'The SMS gateway fails for an hour in six ways, and accepts 120 calls a minute of two processes. No reminder is lost or sent twice.',
    project: 'server',
    files: ['server/messages/gateway-drill.test.ts', 'server/messages/reminders.test.ts'],
    full: { 'visits at each time': 40, 'visits tomorrow': 1_000, 'visits with an e-mail': 1_000 },
    quick: { 'visits at each time': 20, 'visits tomorrow': 200, 'visits with an e-mail': 500 },
  },
  {
    name: 'jobs',
    text: 'Two processes run the recurring jobs for each minute of a day; each job runs once at each of its times.',
    project: 'server',
    files: ['server/jobs/periodic-jobs.test.ts'],
    only: 'two processes run each job once',
    full: { 'minutes of two job runners': 1_440 },
    quick: { 'minutes of two job runners': 1_440 },
  },
  {
    name: 'rolling-upgrade',
    text: 'Two processes of an earlier version (that of the newest kept dump) serve six people. A process of this version starts beside them and migrates the database, and then the old processes stop. No request fails and nothing is lost, and the backup made before the upgrade brings the old version back. The old version is built from its commit, so the drill needs the history of the project.',
    project: 'server',
    files: ['server/test/drills/rolling-upgrade.test.ts'],
    full: { 'seconds of each phase': 60 },
    quick: { 'seconds of each phase': 10 },
  },
  {
    name: 'other-postgres',
    text: 'A clinic moves from the PostgreSQL that is installed on the machine to the one that Mutya brings, by a backup, a new folder and a restore. Afterwards all rows are the same. The machine needs a PostgreSQL of another major version.',
    project: 'server',
    files: ['server/test/drills/other-postgres.test.ts'],
    full: {},
    quick: {},
  },
  {
    name: 'point-in-time',
    text: 'A PostgreSQL server archives its write-ahead log with the settings in the folder ops. People sell and book, all clients are deleted by mistake, and the server is recovered to the moment before this mistake. Everything that was confirmed before that moment is in the database, and nothing later. The machine needs a PostgreSQL server with its programs.',
    project: 'server',
    files: ['server/test/drills/point-in-time.test.ts'],
    full: {},
    quick: {},
  },
  {
    name: 'operations',
    text: 'The example files in the folder ops are used with the programs that they are for: nginx and Caddy in front of the app (encryption, addresses of visitors, uploads, the event stream), systemd, logrotate and Prometheus. The machine on which the drill runs needs nginx, Caddy, systemd, logrotate and Prometheus.',
    project: 'server',
    files: ['server/test/drills/operations.test.ts'],
    full: {},
    quick: {},
  },
  {
    name: 'several-processes',
    text: 'One, two and four processes of the app use one PostgreSQL server behind nginx, with the example file of the folder ops. Sales, reservations, limits, events and jobs are the same as with one process. Then one of four processes is killed under load again and again: only requests that were open at it fail, and nothing confirmed is lost. The machine needs nginx.',
    project: 'server',
    files: ['server/test/drills/several-processes.test.ts'],
    full: { 'seconds of each measurement': 20, rounds: 5, people: 100, kills: 12 },
    quick: { 'seconds of each measurement': 5, rounds: 1, people: 20, kills: 3 },
  },
  {
    name: 'buttons',
    text: 'Every button of every page is pressed in a made-up language; each text comes from the messages or the records.',
    project: 'browser',
    files: ['e2e/other-language.spec.ts'],
    full: { 'new buttons of each page': 1_000 },
    quick: { 'new buttons of each page': 5 },
  },
]
