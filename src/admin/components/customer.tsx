import { Link } from "react-router-dom"

import type { EInvoiceOrderSummary } from "../../api/admin/e-invoice/answers"
import { useTexts } from "../lib/texts"

type CustomerProps = {
  /** Null where no customer is known. */
  customer: EInvoiceOrderSummary["customer"]
}

/** Who a row of a table is about: the company or the name, and below it the person or the e-mail address. */
export const CustomerCell = ({ customer }: CustomerProps) => {
  const [first, second] = wordsOf(customer)

  return (
    <span className="flex min-w-0 max-w-56 flex-col py-1">
      <span className="truncate" title={first ?? undefined}>
        {first ?? "–"}
      </span>
      {second && (
        <span className="text-ui-fg-subtle txt-compact-xsmall truncate" title={second}>
          {second}
        </span>
      )}
    </span>
  )
}

/** Who a page is about: leads to the customer, where Medusa has one. */
export const CustomerLink = ({ customer }: CustomerProps) => {
  const t = useTexts()
  const words = customerText(customer)

  if (words === "") {
    return <>{t("fields.unknown")}</>
  }
  return customer?.id ? (
    <Link
      to={`/customers/${customer.id}`}
      className="text-ui-fg-base focus-visible:shadow-borders-focus break-words rounded-sm underline underline-offset-2 outline-none"
    >
      {words}
    </Link>
  ) : (
    <>{words}</>
  )
}

/** A customer in one line: "Kari Nordmann, kari@example.com", a company first. */
export const customerText = (customer: CustomerProps["customer"]): string =>
  wordsOf(customer).join(", ")

const wordsOf = (customer: CustomerProps["customer"]): string[] =>
  [customer?.company, customer?.name, customer?.email].flatMap((words) => words || [])
