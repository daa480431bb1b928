import { useMemo } from "react"
import { z } from "zod"

import { requiredText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { ignoreAnswer } from "../../lib/use-operation"
import { ActionButton } from "../action-button"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"
import type { LoggedOperation } from "./operation-data"
import { madeRecordExample } from "./operation-words"

type SettleButtonsProps = {
  operation: LoggedOperation
}

/** The two things a person can have found of an operation in doubt. Nothing is sent to the service by saying so. */
export const SettleButtons = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()
  const target = targetOf(operation)
  const example = madeRecordExample(operation.operation)
  const yes = {
    label: t("operations.settle.yes"),
    operation: target,
    parse: ignoreAnswer,
    success: () => t("operations.settle.done"),
  }
  const yesQuestion = {
    title: t("operations.settle.yesTitle"),
    description: t("operations.settle.yesQuestion"),
    confirmText: t("operations.settle.yes"),
    variant: "confirmation",
  } as const
  const schema = useMemo(() => z.object({ uuid: requiredText(64) }), [])

  return (
    <div className="flex flex-wrap items-center gap-2">
      {example === undefined ? (
        <ActionButton {...yes} body={{ took_effect: true }} confirm={yesQuestion} />
      ) : (
        <ActionDrawer
          {...yes}
          title={t("operations.settle.createdTitle")}
          description={t("operations.settle.createdDescription")}
          schema={schema}
          defaultValues={{ uuid: "" }}
          toBody={({ uuid }) => ({ took_effect: true, uuid })}
          confirm={() => yesQuestion}
        >
          {({ control }) => (
            <TextField
              control={control}
              name="uuid"
              label={t("operations.settle.uuid")}
              hint={t("operations.settle.uuidHint", { example })}
            />
          )}
        </ActionDrawer>
      )}
      <ActionButton
        label={t("operations.settle.no")}
        operation={target}
        body={{ took_effect: false }}
        parse={ignoreAnswer}
        confirm={{
          title: t("operations.settle.noTitle"),
          description: t("operations.settle.noQuestion"),
          confirmText: t("operations.settle.no"),
          variant: "confirmation",
        }}
        success={() => t("operations.settle.done")}
      />
    </div>
  )
}

/** Says that staff have seen to what the service carried out although they had settled it otherwise. */
export const HandledButton = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()
  return (
    <ActionButton
      label={t("operations.contradicted.handled")}
      operation={targetOf(operation)}
      body={{ took_effect: true }}
      parse={ignoreAnswer}
      confirm={{
        title: t("operations.contradicted.title"),
        description: t("operations.contradicted.question"),
        confirmText: t("operations.contradicted.handled"),
        variant: "confirmation",
      }}
      success={() => t("operations.settle.done")}
    />
  )
}

const targetOf = ({ id, order_id, customer_id }: LoggedOperation) => ({
  path: `/operation-log/${encodeURIComponent(id)}/settle`,
  orderId: order_id ?? undefined,
  customerId: customer_id ?? undefined,
})
