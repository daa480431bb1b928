import { Alert, Button, clx, Text, toast, Tooltip } from "@medusajs/ui"
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from "react"
import { Link } from "react-router-dom"

import { errorSentence, ownWords } from "../lib/errors"
import { mayPressAgain, operationToSettle } from "../lib/idempotency-keys"
import {
  type Confirmation,
  type OperationTarget,
  useConfirmation,
  useOperation,
  useRepeatConfirmation,
} from "../lib/operations"
import { fieldName } from "../lib/refusals"
import { AdminRequestError } from "../lib/request"
import { useTexts } from "../lib/texts"
import { operationPage } from "../operations/data"

type ActionButtonProps<Result> = {
  readonly label: string
  readonly icon?: ReactNode
  readonly variant?: "primary" | "secondary" | "transparent" | "danger"
  /** Where it is sent, and what in Medusa may change with it. */
  readonly operation: OperationTarget
  /** Takes what is needed out of the answer; `ignoreAnswer` when nothing in it is needed. */
  readonly read: (answer: never) => Result
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
  read,
  body,
  unavailable,
  confirm,
  success,
  onSuccess,
  running,
}: ActionButtonProps<Result>) => {
  const t = useTexts()
  const isConfirmed = useConfirmation()
  const repeatConfirmed = useRepeatConfirmation()
  const { run, isRunning, error } = useOperation(operation, read)

  const handleClick = async () => {
    if (await isConfirmed(confirm)) {
      send(body)
    }
  }

  const send = (sent: object | undefined) =>
    run(sent, {
      onSuccess: (result) => {
        toast.success(success(result))
        onSuccess?.(result)
      },
      onError: (refusal) => void confirmRepeat(refusal, sent),
    })

  const confirmRepeat = async (refusal: Error, sent: object | undefined) => {
    const confirmed = await repeatConfirmed(refusal, { body: sent, confirmText: label })
    if (confirmed) {
      send(confirmed)
    }
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

type ReasonedButtonProps = Omit<ComponentPropsWithoutRef<typeof Button>, "disabled"> & {
  /** Why it cannot be pressed; undefined while it can. */
  unavailable?: string | undefined
}

const LOOKS_DISABLED =
  "!bg-ui-bg-disabled !text-ui-fg-disabled !shadow-buttons-neutral cursor-not-allowed after:!hidden"

/**
 * A button that says why it cannot be pressed: to the mouse and the keyboard in a tooltip, to a screen reader as its
 * description. So that the reason can be reached, it stays in the focus order.
 */
export const ReasonedButton = forwardRef<HTMLButtonElement, ReasonedButtonProps>(
  (
    { unavailable, variant = "secondary", size = "small", onClick, className, children, ...props },
    ref
  ) => {
    const reasonId = useId()

    if (unavailable === undefined) {
      return (
        <Button
          ref={ref}
          type="button"
          size={size}
          variant={variant}
          {...props}
          className={className}
          onClick={onClick}
        >
          {children}
        </Button>
      )
    }

    return (
      <>
        <Tooltip content={unavailable}>
          <Button
            ref={ref}
            type="button"
            size={size}
            variant={variant}
            {...props}
            className={clx(LOOKS_DISABLED, className)}
            aria-disabled
            aria-describedby={reasonId}
            onClick={(event) => event.preventDefault()}
          >
            {children}
          </Button>
        </Tooltip>
        <span id={reasonId} className="sr-only">
          {unavailable}
        </span>
      </>
    )
  }
)
ReasonedButton.displayName = "ReasonedButton"

type OperationFailureProps = {
  error: Error
  /** Names of fields whose own errors stand beside them already. */
  shownFields?: readonly string[]
  className?: string
}

/** Why something was not carried out, what to do about it, and which fields are wrong; read out when it appears. */
export const OperationFailure = ({ error, shownFields = [], className }: OperationFailureProps) => {
  const t = useTexts()
  const refusal = error instanceof AdminRequestError ? error : undefined
  const toSettle = operationToSettle(error)
  const advice =
    toSettle === undefined
      ? ((ownWords(t, error) === undefined ? refusal?.advice : undefined) ??
        (mayPressAgain(error) ? t("forms.pressAgain") : undefined))
      : t("forms.settleFirst")
  // What has words in the person's language names its fields, but for what the service itself says of them.
  const others =
    refusal && (refusal.messageKey !== null || ownWords(t, error) === undefined)
      ? refusal.errors.filter(({ field }) => !shownFields.includes(field))
      : []

  return (
    <Alert variant="error" role="alert" className={clx("bg-ui-bg-base", className)}>
      <Text as="span" size="small" leading="compact" weight="plus">
        {errorSentence(t, error)}
      </Text>
      {others.length > 0 && (
        <ul className="txt-small text-ui-fg-subtle mt-1 list-disc pl-4">
          {others.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field ? `${fieldName(t, field)}: ${message}` : message}
            </li>
          ))}
        </ul>
      )}
      {advice && (
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {advice}{" "}
          {toSettle !== undefined && (
            <Link
              to={operationPage(toSettle)}
              className="text-ui-fg-base underline underline-offset-2"
            >
              {t("forms.settle")}
            </Link>
          )}
        </Text>
      )}
    </Alert>
  )
}
