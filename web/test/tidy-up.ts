import { afterEach } from 'vitest'
import { tidyUp } from './screen.tsx'

// Here and not in `screen.tsx`: the files of a worker share its modules, and hooks belong to the file that calls them.
afterEach(tidyUp)
