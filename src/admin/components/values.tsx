import { useDate, useUser } from "@medusajs/dashboard/hooks"
import { getLocaleAmount } from "@medusajs/dashboard/lib"
import { clx, Table } from "@medusajs/ui"

import { isWebAddress, readServiceDay } from "../lib/form-values"
import { useTexts } from "../lib/texts"
import { readActor } from "../orders/words"

/** A decimal as an answer carries it: exact in text. Nothing is computed from it here. */
type Decimal = number | string | null | undefined

type AmountProps = {
  /** Decimal major units; null or undefined when it is not known. */
  value: Decimal
  currencyCode: string
}

/** An amount as Medusa's own order page writes it. */
export const Amount = ({ value, currencyCode }: AmountProps) => {
  const amountText = useAmountText()

  return <span className="tabular-nums">{amountText(value, currencyCode)}</span>
}

/** An amount in a row of a table. */
export const AmountCell = (amount: AmountProps) => (
  <Table.Cell className="text-nowrap text-right">
    <Amount {...amount} />
  </Table.Cell>
)

type MomentProps = {
  /** An ISO 8601 date and time. */
  at: string
}

/** A date and time in the person's own time zone and language. */
export const Moment = ({ at }: MomentProps) => {
  const { getFullDate } = useDate()

  return <time dateTime={at}>{getFullDate({ date: at, includeTime: true })}</time>
}

/** A day of the calendar, such as `2026-11-23`, or that of a moment where the person is, in their language. */
export const CalendarDay = ({ on }: { on: string }) => {
  const { getFullDate } = useDate()

  return (
    <time dateTime={on}>
      {getFullDate({ date: new Date(on.length === 10 ? `${on}T00:00` : on) })}
    </time>
  )
}

type ServiceDayProps = {
  /** As the service writes days; null or undefined when it does not say. */
  on: string | null | undefined
  /** Shows the time too: it is that of the service's own zone, which the text beside it has to say. */
  withTime?: boolean
}

/** A day of the service's in the person's language; one in an unknown form is shown as it came. */
export const ServiceDay = ({ on, withTime = false }: ServiceDayProps) => {
  const t = useTexts()
  const { getFullDate } = useDate()
  const date = on ? readServiceDay(on) : null

  if (!on) {
    return <>{t("fields.unknown")}</>
  }
  return <>{date ? getFullDate({ date, includeTime: withTime }) : on}</>
}

type ActorNameProps = {
  /** The actor as the timeline writes it. */
  actor: string
}

/** Who acted, in words: a colleague by name, or the party that acts by itself. */
export const ActorName = ({ actor }: ActorNameProps) => {
  const t = useTexts()
  const parsed = readActor(actor)

  switch (parsed.kind) {
    case "user":
      return <UserName id={parsed.id} />
    case "party":
      return t(parsed.text)
    case "unnamed":
      return parsed.raw
  }
}

const UserName = ({ id }: { id: string }) => {
  const t = useTexts()
  const { user } = useUser(id)
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(" ")

  return name || user?.email || t("actors.person")
}

type WebLinkProps = {
  /** As the service gave it. */
  address: string
  className?: string
}

/** An address of the service's, written out: a link where it is one on the web, plain text otherwise. */
export const WebLink = ({ address, className }: WebLinkProps) =>
  isWebAddress(address) ? (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={clx(
        "text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-2 outline-none",
        className
      )}
    >
      {address}
    </a>
  ) : (
    <span className={className}>{address}</span>
  )

/** Writes an amount in major units as Medusa's own order page does, for sentences; `Amount` is for the screen. */
export const useAmountText = () => {
  const t = useTexts()
  return (amount: Decimal, currencyCode: string): string =>
    amount == null ? t("fields.unknown") : getLocaleAmount(Number(amount), currencyCode)
}

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })

const percents = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 2,
})

/** A quantity as the person's browser writes numbers. */
export const formatNumber = (value: number | string): string => numbers.format(Number(value))

/** @param percent 25 for 25 % */
export const formatPercent = (percent: number | string): string =>
  percents.format(Number(percent) / 100)
