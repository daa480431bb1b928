import { toast } from "@medusajs/ui"
import type { ReactNode } from "react"

import { useTexts } from "../lib/texts"
import { type Confirmation, useConfirmation } from "../lib/use-confirmation"
import { type OperationTarget, useOperation } from "../lib/use-operation"
import { OperationFailure } from "./operation-failure"
import { ReasonedButton } from "./reasoned-button"

export type ActionButtonProps<Result> = {
  readonly label: string
  readonly icon?: ReactNode
  readonly variant?: "primary" | "secondary" | "transparent" | "danger"
  /** Where it is sent, and what in Medusa may change with it. */
  readonly operation: OperationTarget
  /** Reads the answer; `ignoreAnswer` when nothing in it is needed. */
  readonly parse: (answer: unknown) => Result
  readonly body?: object
  /** Why it cannot be done now, as `useUnavailability` says. */
  readonly unavailable?: string | undefined
  /** Asked first; needed for what moves money or cannot be undone. */
  readonly confirm?: Confirmation
  /** What the toast says when it was carried out. */
  readonly success: (result: Result) => string
  readonly onSuccess?: (result: Result) => void
  /** What a screen reader hears while it runs. */
  readonly running?: string
}

/**
 * An action without fields: asks when it must, runs once, says how it went. Stands in a row that wraps (`flex
 * flex-wrap gap-2`): a refusal takes a line of its own below the row's buttons.
 */
export const ActionButton = <Result,>({
  label,
  icon,
  variant = "secondary",
  operation,
  parse,
  body,
  unavailable,
  confirm,
  success,
  onSuccess,
  running,
}: ActionButtonProps<Result>) => {
  const t = useTexts()
  const isConfirmed = useConfirmation()
  const { run, isRunning, error } = useOperation(operation, parse)

  const handleClick = async () => {
    if (!(await isConfirmed(confirm))) {
      return
    }
    run(body, {
      onSuccess: (result) => {
        toast.success(success(result))
        onSuccess?.(result)
      },
    })
  }

  return (
    <>
      <ReasonedButton
        variant={variant}
        unavailable={unavailable}
        isLoading={isRunning}
        onClick={() => void handleClick()}
      >
        <span className="flex items-center gap-x-1.5">
          {icon}
          {label}
        </span>
      </ReasonedButton>
      <span role="status" className="sr-only">
        {isRunning && (running ?? t("forms.running"))}
      </span>
      {error !== null && <OperationFailure error={error} className="order-last basis-full" />}
    </>
  )
}
