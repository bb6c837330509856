import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** Rows with a tile and three lines, as they come. */
export function RowSkeletons({ count = 3 }: { count?: number }) {
  return (
    <SkeletonGroup>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-center gap-4 border-t border-line py-4 first:border-t-0 first:pt-0">
          <Skeleton className="size-14 rounded-card!" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-3 w-2/3" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
