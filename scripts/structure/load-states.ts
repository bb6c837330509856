import { forbid } from './source-file.ts'

/**
 * Only one component of the kit may draw the placeholder and the error of loaded data, so that they look alike on all
 * pages.
 */
export const loadStates = forbid(
  /!(\w+\.)?failure && (!\w+ && )?\(?\s*<\w*(Skeleton|Loading\b)|<ErrorPanel [^>]*>\s*\)? : \(?\s*<\w*Skeleton/,
  'Use Loaded of the kit for placeholders, error and content of what is read.',
  (path) => path.startsWith('web/') && !path.startsWith('web/ui/'),
)
