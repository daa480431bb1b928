import type { AdminOrder } from "@medusajs/framework/types"
import { Plus } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import { z } from "zod"

import { ActionDrawer, type DrawerForm } from "../components/drawers"
import {
  DateField,
  LinkChannelsFieldset,
  NumberField,
  SelectField,
  TextField,
} from "../components/form"
import { OrderPicker } from "../components/order-picker"
import { useAmountText } from "../components/values"
import { requiredText } from "../lib/form-values"
import { type Confirmation, useUnavailability } from "../lib/operations"
import type { PickableOrder } from "../lib/order-search"
import { type TextKey, useTexts } from "../lib/texts"
import { frequencyWords, readCreated } from "./data"
import {
  type Delivery,
  FREQUENCIES,
  startTerms,
  type Terms,
  TERMS_FIELDS,
  termsBody,
  type TermsInput,
  termsSchema,
} from "./form-data"

const orderSchema = z.intersection(z.object({ orderId: requiredText(64) }), termsSchema)

/** Makes a subscription of any order that staff pick; the amounts are the server's. */
export const CreateFromOrderDrawer = () => {
  const navigate = useNavigate()
  const { offered, unavailable } = useDeliveries()
  const creation = useCreationWords()
  const [order, setOrder] = useState<PickableOrder>()

  return (
    <ActionDrawer
      texts="subscriptions.create"
      icon={<Plus />}
      variant="primary"
      unavailable={unavailable}
      schema={orderSchema}
      defaultValues={{ ...startTerms(offered[0]), orderId: "" }}
      operation={{
        path: `/medusa-orders/${encodeURIComponent(order?.id ?? "")}/subscriptions`,
        orderId: order?.id,
        customerId: order?.customer_id ?? undefined,
      }}
      toBody={termsBody}
      read={readCreated}
      serverFields={TERMS_FIELDS}
      confirm={(terms) => order && creation.question(order, terms)}
      success={creation.done}
      onSuccess={({ uuid }) => {
        if (uuid !== null) {
          void navigate(`/e-invoice/subscriptions/${encodeURIComponent(uuid)}`)
        }
      }}
    >
      {(form) => (
        <>
          <PickedOrder control={form.control} order={order} onChoose={setOrder} />
          <TermsFields form={form} deliveries={offered} />
        </>
      )}
    </ActionDrawer>
  )
}

type PickedOrderProps = {
  control: DrawerForm<z.input<typeof orderSchema>>["control"]
  order: PickableOrder | undefined
  onChoose: (order: PickableOrder | undefined) => void
}

/** The order whose lines each cycle bills, and what that comes to. */
const PickedOrder = ({ control, order, onChoose }: PickedOrderProps) => {
  const t = useTexts()
  const amountText = useAmountText()

  // What was picked when the drawer was open last is no choice in this form.
  useEffect(() => onChoose(undefined), [onChoose])

  return (
    <>
      <OrderPicker control={control} name="orderId" chosen={order} onChoose={onChoose} />
      {order && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("subscriptions.create.eachCycle", {
            amount: amountText(order.total, order.currency_code),
          })}
        </Text>
      )}
    </>
  )
}

/** Makes a subscription that bills the order's own lines each cycle; the amounts are the server's. */
export const CreateSubscriptionDrawer = ({ order }: { order: AdminOrder }) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { offered, unavailable } = useDeliveries()
  const creation = useCreationWords()
  const amount = amountText(order.total, order.currency_code)

  return (
    <ActionDrawer
      texts="subscriptions.create"
      icon={<Plus />}
      variant="secondary"
      unavailable={
        unavailable ??
        (order.status === "canceled" ? t("subscriptions.section.orderCancelled") : undefined)
      }
      schema={termsSchema}
      defaultValues={startTerms(offered[0])}
      operation={{
        path: `/medusa-orders/${encodeURIComponent(order.id)}/subscriptions`,
        orderId: order.id,
        customerId: order.customer_id ?? undefined,
      }}
      toBody={termsBody}
      read={readCreated}
      serverFields={TERMS_FIELDS}
      confirm={(terms: Terms) => creation.question(order, terms)}
      success={creation.done}
    >
      {(form) => (
        <>
          <Text size="small" className="text-ui-fg-subtle">
            {t("subscriptions.create.eachCycle", { amount })}
          </Text>
          <TermsFields form={form} deliveries={offered} />
        </>
      )}
    </ActionDrawer>
  )
}

type LinkDeliveryFieldsProps = {
  control: DrawerForm<TermsInput>["control"]
  /** What is chosen. */
  delivery: string
  deliveries: readonly Delivery[]
}

const words: Readonly<Record<Delivery, TextKey>> = {
  sent: "subscriptions.create.sent",
  passedOn: "subscriptions.create.passedOn",
}

/** How a new subscription's payment link reaches the customer: sent by the service, or passed on by the merchant. */
const LinkDeliveryFields = ({ control, delivery, deliveries }: LinkDeliveryFieldsProps) => {
  const t = useTexts()

  return (
    <>
      <SelectField
        control={control}
        name="delivery"
        label={t("subscriptions.create.delivery")}
        options={deliveries.map((value) => ({ value, label: t(words[value]) }))}
      />
      {delivery === "passedOn" ? (
        <>
          <TextField
            control={control}
            name="success"
            label={t("companies.verify.success")}
            hint={t("subscriptions.create.successHint")}
          />
          <TextField
            control={control}
            name="failure"
            label={t("companies.verify.failure")}
            hint={t("subscriptions.create.failureHint")}
          />
        </>
      ) : (
        <LinkChannelsFieldset control={control} email="byEmail" sms="bySms" />
      )}
    </>
  )
}

type TermsFieldsProps<Input extends TermsInput> = {
  form: DrawerForm<Input>
  /** Ways in which the payment link can reach the customer. */
  deliveries: readonly Delivery[]
}

/** How often a subscription bills, how many times, when, and how its payment link reaches the customer. */
const TermsFields = <Input extends TermsInput>({ form, deliveries }: TermsFieldsProps<Input>) => {
  const t = useTexts()
  const control = form.control as unknown as DrawerForm<TermsInput>["control"]
  const today = new Date()

  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="frequency"
          label={t("subscriptions.create.frequency")}
          options={FREQUENCIES.map((value) => ({
            value,
            label: t(frequencyWords(value) ?? "fields.unknown"),
          }))}
        />
        <NumberField control={control} name="repeats" label={t("subscriptions.create.repeats")} />
        <DateField
          control={control}
          name="startDate"
          label={t("subscriptions.create.starts")}
          min={today}
        />
        <DateField
          control={control}
          name="endDate"
          label={t("subscriptions.create.ends")}
          hint={t("subscriptions.create.endsHint")}
          min={today}
          isOptional
        />
      </div>
      <LinkDeliveryFields
        control={control}
        delivery={form.watch().delivery}
        deliveries={deliveries}
      />
      <DateField
        control={control}
        name="linkDueDate"
        label={t("subscriptions.create.linkDue")}
        hint={t("subscriptions.create.linkDueHint")}
        min={today}
        isOptional
      />
      <TextField
        control={control}
        name="organizationId"
        label={t("subscriptions.create.organization")}
        hint={t("subscriptions.create.organizationHint")}
        isOptional
      />
    </>
  )
}

type PricedOrder = {
  /** Major units, billed each cycle. */
  readonly total: number
  readonly currency_code: string
}

/** What is asked before a subscription is made, and what is said afterwards. */
const useCreationWords = () => {
  const t = useTexts()
  const amountText = useAmountText()

  return {
    question: (
      { total, currency_code }: PricedOrder,
      { repeats, delivery }: Pick<Terms, "repeats" | "delivery">
    ): Confirmation => ({
      title: t("subscriptions.create.confirmTitle"),
      description: t(
        delivery === "sent"
          ? "subscriptions.create.confirm"
          : "subscriptions.create.confirmPassedOn",
        {
          count: repeats,
          amount: amountText(total, currency_code),
          total: amountText(total * repeats, currency_code),
        }
      ),
      confirmText: t("subscriptions.create.submit"),
      variant: "confirmation",
    }),
    done: ({ isPassedOn }: { isPassedOn: boolean }): string =>
      t(isPassedOn ? "subscriptions.create.donePassedOn" : "subscriptions.create.done"),
  }
}

type Deliveries = {
  /** Those that the store's settings leave on, the usual first. */
  readonly offered: readonly Delivery[]
  /** Why no subscription can be made at all. */
  readonly unavailable: string | undefined
}

/** In which ways a new subscription's payment link can reach the customer. */
const useDeliveries = (): Deliveries => {
  const notSent = useUnavailability("subscriptions.create")
  const notPassedOn = useUnavailability("subscriptions.create-session")
  const offered: readonly Delivery[] = [
    ...(notSent === undefined ? (["sent"] as const) : []),
    ...(notPassedOn === undefined ? (["passedOn"] as const) : []),
  ]

  return {
    offered,
    unavailable: offered.length > 0 ? undefined : (notSent ?? notPassedOn),
  }
}
