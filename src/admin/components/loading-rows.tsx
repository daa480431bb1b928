import { Skeleton } from "@medusajs/ui"

type LoadingRowsProps = {
  /** What is loading, for screen readers. */
  label: string
  rows: number
}

/** Holds the place of a list of facts that is on its way. */
export const LoadingRows = ({ label, rows }: LoadingRowsProps) => {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-2 gap-x-4 px-6 py-3">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  )
}
