import { useDate } from "@medusajs/dashboard/hooks"

type MomentProps = {
  /** An ISO 8601 date and time. */
  at: string
}

/** A date and time in the person's own time zone and language. */
export const Moment = ({ at }: MomentProps) => {
  const { getFullDate } = useDate()

  return <time dateTime={at}>{getFullDate({ date: at, includeTime: true })}</time>
}
