import { Drawer } from "@medusajs/ui"
import { type ReactNode, useRef, useState } from "react"
import type { FieldValues } from "react-hook-form"

import { useTexts } from "../lib/texts"
import { useConfirmation } from "../lib/use-confirmation"
import { type OperationTarget, useOperation } from "../lib/use-operation"
import { ActionForm, type ActionFormTerms } from "./action-form"
import { DrawerHeader } from "./drawer-header"
import { LoadingRows } from "./loading-rows"
import { ReasonedButton } from "./reasoned-button"

export type ActionDrawerProps<
  Input extends FieldValues,
  Output extends FieldValues,
  Result,
> = ActionFormTerms<Input, Output, Result> & {
  /** On the button that opens it; end it with "…" only if Medusa would. */
  readonly label: string
  readonly icon?: ReactNode
  readonly variant?: "primary" | "secondary" | "transparent" | "danger"
  /** Why it cannot be done now, as `useUnavailability` says: the button is disabled and says so. */
  readonly unavailable?: string | undefined
  /** What the form begins with is being read, in words: the form waits for it. */
  readonly loading?: string | undefined
  readonly title: string
  /** One sentence: what happens when it is sent. */
  readonly description: string
  /** On the button that sends it; the label when left out. */
  readonly submitLabel?: string
  readonly operation: OperationTarget
  /** Reads the answer; `ignoreAnswer` when nothing in it is needed. */
  readonly parse: (answer: unknown) => Result
}

/**
 * An action with fields: a button, behind it a drawer with a form. Checks the fields, asks when it must, sends once, puts
 * what the server says of a field beside that field and the rest above the buttons, and closes with a toast when it was
 * carried out. Asks before it throws away what was filled in. While it runs it cannot be closed, so that nobody misses
 * how it went.
 */
export const ActionDrawer = <Input extends FieldValues, Output extends FieldValues, Result>(
  props: ActionDrawerProps<Input, Output, Result>
) => {
  const { label, icon, variant = "secondary", unavailable, operation, parse } = props
  const t = useTexts()
  const isConfirmed = useConfirmation()
  const [isOpen, setIsOpen] = useState(false)
  const isDirty = useRef(false)
  const sending = useOperation(operation, parse)
  const leaving = {
    title: t("forms.unsaved.title"),
    description: t("forms.unsaved.description"),
    confirmText: t("forms.unsaved.leave"),
    cancelText: t("forms.unsaved.stay"),
    variant: "confirmation",
  } as const

  const handleOpenChange = async (open: boolean) => {
    if (sending.isRunning) {
      return
    }
    if (!open && isDirty.current) {
      // The question listens for Escape too: it must not hear the one that brings it.
      await new Promise((resolve) => setTimeout(resolve))
      if (!(await isConfirmed(leaving))) {
        return
      }
    }
    sending.reset()
    setIsOpen(open)
  }

  if (unavailable !== undefined && !isOpen) {
    return (
      <ReasonedButton unavailable={unavailable} variant={variant}>
        <Trigger icon={icon} label={label} />
      </ReasonedButton>
    )
  }

  return (
    <Drawer open={isOpen} onOpenChange={(open) => void handleOpenChange(open)}>
      <Drawer.Trigger asChild>
        <ReasonedButton variant={variant}>
          <Trigger icon={icon} label={label} />
        </ReasonedButton>
      </Drawer.Trigger>
      <Drawer.Content>
        <DrawerHeader title={props.title} description={props.description} />
        <OnceLoaded loading={props.loading}>
          <ActionForm
            {...props}
            submitLabel={props.submitLabel ?? label}
            sending={sending}
            isDirty={isDirty}
            onDone={() => setIsOpen(false)}
          />
        </OnceLoaded>
      </Drawer.Content>
    </Drawer>
  )
}

/** Shows what has once been loaded ever after: a form that somebody fills in is not taken away when it is read anew. */
const OnceLoaded = ({
  loading,
  children,
}: {
  loading: string | undefined
  children: ReactNode
}) => {
  const [isLoaded, setIsLoaded] = useState(loading === undefined)
  if (loading !== undefined && !isLoaded) {
    return <LoadingRows label={loading} rows={6} />
  }
  if (!isLoaded) {
    setIsLoaded(true)
  }
  return children
}

const Trigger = ({ icon, label }: { icon?: ReactNode; label: string }) => (
  <span className="flex items-center gap-x-1.5">
    {icon}
    {label}
  </span>
)
