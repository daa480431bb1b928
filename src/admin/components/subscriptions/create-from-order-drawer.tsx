import { Plus } from "@medusajs/icons"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import { z } from "zod"

import { requiredText } from "../../lib/form-values"
import { type TextKey, useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ActionDrawer } from "../action-drawer"
import type { DrawerForm } from "../action-form"
import { NumberField } from "../form"
import { parseCreated } from "./subscription-data"
import { TermsFields } from "./terms-fields"
import { startTerms, TERMS_FIELDS, termsBody, termsSchema } from "./terms-form"
import { useCreationWords } from "./use-creation-words"
import { useDeliveries } from "./use-deliveries"
import { useOrderByNumber } from "./use-order-by-number"

const ORDER_NOT_FOUND: TextKey = "subscriptions.create.orderNotFound"

/** Makes a subscription of any order, found by its number; the amounts are the server's. */
export const CreateFromOrderDrawer = () => {
  const t = useTexts()
  const amountText = useAmountText()
  const navigate = useNavigate()
  const { offered, unavailable } = useDeliveries()
  const creation = useCreationWords()
  const [number, setNumber] = useState("")
  const order = useOrderByNumber(number)
  const schema = z.intersection(
    z.object({
      orderNumber: requiredText(12).refine(() => order !== undefined, ORDER_NOT_FOUND),
    }),
    termsSchema
  )

  return (
    <ActionDrawer
      label={t("subscriptions.create.label")}
      icon={<Plus />}
      variant="primary"
      unavailable={unavailable}
      title={t("subscriptions.create.title")}
      description={t("subscriptions.create.description")}
      submitLabel={t("subscriptions.create.submit")}
      schema={schema}
      defaultValues={{ ...startTerms(offered[0]), orderNumber: "" }}
      operation={{
        path: `/medusa-orders/${encodeURIComponent(order?.id ?? "")}/subscriptions`,
        orderId: order?.id,
      }}
      toBody={termsBody}
      parse={parseCreated}
      serverFields={TERMS_FIELDS}
      confirm={(terms) => order && creation.question(order, terms)}
      success={creation.done}
      onSuccess={({ uuid }) => {
        setNumber("")
        if (uuid !== null) {
          void navigate(`/e-invoice/subscriptions/${encodeURIComponent(uuid)}`)
        }
      }}
    >
      {(form) => (
        <>
          <OrderNumberField
            form={form}
            onType={setNumber}
            hint={
              order
                ? t("subscriptions.create.orderFound", {
                    email: order.email ?? t("fields.unknown"),
                    amount: amountText(order.total, order.currency_code),
                  })
                : t("subscriptions.create.orderNumberHint")
            }
          />
          <TermsFields form={form} deliveries={offered} />
        </>
      )}
    </ActionDrawer>
  )
}

type OrderNumberFieldProps<Input extends { orderNumber: string }> = {
  form: DrawerForm<Input>
  onType: (number: string) => void
  hint: string
}

/** The order's number as people know it; what is typed is looked up outside the form. */
const OrderNumberField = <Input extends { orderNumber: string }>({
  form,
  onType,
  hint,
}: OrderNumberFieldProps<Input>) => {
  const t = useTexts()
  const { orderNumber } = form.watch()

  useEffect(() => onType(orderNumber), [onType, orderNumber])

  return (
    <NumberField
      control={
        form.control as unknown as DrawerForm<{
          orderNumber: string
        }>["control"]
      }
      name="orderNumber"
      label={t("subscriptions.create.orderNumber")}
      hint={hint}
    />
  )
}
