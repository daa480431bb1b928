import { Button, clx, Tooltip } from "@medusajs/ui"
import { type ComponentPropsWithoutRef, forwardRef, useId } from "react"

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
