import { ordersQueryKeys } from "@medusajs/dashboard/hooks"
import type { AdminOrder } from "@medusajs/framework/types"
import { Hint, Input, Label, Text } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useId, useState } from "react"
import type { Control, FieldPath, FieldValues } from "react-hook-form"

import { bestMatches, MOST_FETCHED, type PickableOrder } from "../lib/order-search"
import { sdk } from "../lib/request"
import { useTexts } from "../lib/texts"
import { ChoiceField } from "./choice"
import { NamedControl } from "./table"
import { CalendarDay, useAmountText } from "./values"

const FIELDS =
  "id,display_id,status,created_at,total,currency_code,email,customer_id,*shipping_address,*customer"

/** How long typing must pause before the store is asked. */
const PAUSE_MS = 250

type OrderPickerProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  readonly control: Control<Values, unknown, unknown>
  /** Holds the id of the chosen order. */
  readonly name: Name
  readonly chosen: PickableOrder | undefined
  readonly onChoose: (order: PickableOrder | undefined) => void
}

/**
 * Picks a Medusa order: the newest to begin with, others by the customer's name or e-mail address or the order's number.
 * Its value in the form is the order's id.
 */
export const OrderPicker = <Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  chosen,
  onChoose,
}: OrderPickerProps<Values, Name>) => {
  const t = useTexts()
  const amountText = useAmountText()
  const id = useId()
  const [typed, setTyped] = useState("")
  const found = useOrderSearch(typed)
  const orders = found.data ?? []
  // The chosen order stays in sight whatever is searched for next.
  const shown =
    chosen && !orders.some((order) => order.id === chosen.id) ? [chosen, ...orders] : orders

  return (
    <div className="flex flex-col gap-y-3">
      <div className="flex flex-col gap-y-2">
        <Label htmlFor={id} size="small" weight="plus">
          {t("forms.orderPicker.search")}
        </Label>
        <NamedControl>
          <Input
            id={id}
            type="search"
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              // Enter searches, and must not send the form.
              if (event.key === "Enter") {
                event.preventDefault()
              }
            }}
          />
        </NamedControl>
        <Hint id={`${id}-hint`}>{t("forms.orderPicker.hint")}</Hint>
      </div>
      <ChoiceField
        control={control}
        name={name}
        label={typed.trim() === "" ? t("forms.orderPicker.newest") : t("forms.orderPicker.found")}
        onChoose={(value) => onChoose(shown.find((order) => order.id === value))}
        choices={shown.map((order) => ({
          value: order.id,
          label: t("forms.orderPicker.order", {
            number: order.display_id ?? order.id,
            amount: amountText(order.total, order.currency_code),
          }),
          isDisabled: order.status === "canceled",
          children: <About order={order} />,
        }))}
      />
      <Text role="status" size="small" className="text-ui-fg-subtle empty:hidden">
        {found.isError
          ? t("forms.orderPicker.failed")
          : found.data?.length === 0
            ? t("forms.orderPicker.none")
            : ""}
      </Text>
    </div>
  )
}

/** Who ordered and when; why it cannot be chosen. */
const About = ({ order }: { order: PickableOrder }) => {
  const t = useTexts()
  const { shipping_address: address, customer, email, created_at, status } = order
  const name =
    [address?.first_name, address?.last_name].filter(Boolean).join(" ") ||
    [customer?.first_name, customer?.last_name].filter(Boolean).join(" ")

  return (
    <Text
      as="span"
      size="small"
      leading="compact"
      className="text-ui-fg-subtle flex flex-wrap gap-x-4 gap-y-1 [overflow-wrap:anywhere]"
    >
      <span>{[name, email].filter(Boolean).join(", ") || t("fields.unknown")}</span>
      <span>
        <CalendarDay on={String(created_at)} />
        {status === "canceled" && <>. {t("subscriptions.section.orderCancelled")}</>}
      </span>
    </Text>
  )
}

/** Medusa's orders that match what is typed, the best match first; the newest while nothing is. */
const useOrderSearch = (typed: string) => {
  const asked = useDelayed(typed.trim().replace(/^#/, ""))
  const query = {
    ...(asked && { q: asked }),
    limit: MOST_FETCHED,
    fields: FIELDS,
    order: "-created_at",
  }
  return useQuery({
    queryKey: ordersQueryKeys.list(query),
    queryFn: async () => (await sdk.admin.order.list(query)).orders as AdminOrder[],
    select: (orders) => bestMatches(orders, asked),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

const useDelayed = (value: string): string => {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return delayed
}
