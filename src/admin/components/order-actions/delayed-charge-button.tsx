import { useTexts } from "../../lib/texts"
import { ignoreAnswer } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionButton } from "../action-button"

type DelayedChargeButtonProps = {
  /** The order at the service. */
  uuid: string
  /** The Medusa order whose page this stands on. */
  orderId: string
  /** With its currency, in words. */
  amount: string
  /** Why an ended or paid order has nothing to charge; undefined for one that is open. */
  nothingToCharge: string | undefined
}

/** Charges the customer for an order whose charge was put off. */
export const DelayedChargeButton = ({
  uuid,
  orderId,
  amount,
  nothingToCharge,
}: DelayedChargeButtonProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("orders.delayed-charge")

  return (
    <ActionButton
      label={t("orderActions.charge")}
      unavailable={unavailable ?? nothingToCharge}
      operation={{
        path: `/service-orders/${encodeURIComponent(uuid)}/delayed-charge`,
        orderId,
      }}
      parse={ignoreAnswer}
      confirm={{
        title: t("orderActions.chargeTitle"),
        description: t("orderActions.chargeDescription", { amount }),
        confirmText: t("orderActions.chargeSubmit"),
        variant: "confirmation",
      }}
      success={() => t("orderActions.charged")}
    />
  )
}
