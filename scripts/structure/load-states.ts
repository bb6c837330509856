import { forbid } from './source-file.ts'

/** Placeholders and errors of what a page reads look the same everywhere, because one component of the kit draws them. */
export const loadStates = forbid(
  /!(\w+\.)?failure && (!\w+ && )?\(?\s*<\w*(Skeleton|Loading\b)|<ErrorPanel [^>]*>\s*\)? : \(?\s*<\w*Skeleton/,
  'Use Loaded of the kit for placeholders, error and content of what is read.',
  (path) => path.startsWith('web/') && !path.startsWith('web/ui/'),
)
