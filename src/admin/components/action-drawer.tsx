import { zodResolver } from "@hookform/resolvers/zod"
import { XMark } from "@medusajs/icons"
import { Button, Drawer, Heading, IconButton, toast } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
} from "react-hook-form"
import type { z } from "zod"

import { AdminRequestError } from "../lib/admin-request"
import { useTexts } from "../lib/texts"
import { type Confirmation, useConfirmation } from "../lib/use-confirmation"
import {
  type OperationRun,
  type OperationTarget,
  useOperation,
} from "../lib/use-operation"
import { OperationFailure } from "./operation-failure"
import { ReasonedButton } from "./reasoned-button"

/** What the fields of a drawer need of its form. */
export type DrawerForm<Input extends FieldValues> = {
  readonly control: Control<Input, unknown, unknown>
  /** The values as typed, kept up to date; for fields that depend on others. */
  readonly watch: () => Input
  readonly setValue: (
    name: Path<Input>,
    value: Input[keyof Input] | undefined
  ) => void
}

export type ActionDrawerProps<
  Input extends FieldValues,
  Output extends FieldValues,
  Result,
> = {
  /** On the button that opens it; end it with "…" only if Medusa would. */
  readonly label: string
  readonly icon?: ReactNode
  readonly variant?: "primary" | "secondary" | "transparent" | "danger"
  /** Why it cannot be done now, as `useUnavailability` says: the button is disabled and says so. */
  readonly unavailable?: string | undefined
  readonly title: string
  /** One sentence: what happens when it is sent. */
  readonly description: string
  /** On the button that sends it; the label when left out. */
  readonly submitLabel?: string
  /** Red, for what destroys. */
  readonly isDangerous?: boolean
  /** Reads the fields; build it of `lib/form-values`. */
  readonly schema: z.ZodType<Output, Input>
  readonly defaultValues: Input
  readonly operation: OperationTarget
  /** Makes the body that is sent out of what was filled in; what was filled in itself when left out. */
  readonly toBody?: (values: Output) => object
  /** Reads the answer; `ignoreAnswer` when nothing in it is needed. */
  readonly parse: (answer: unknown) => Result
  /** Asked before it is sent; needed for what moves money or cannot be undone. Undefined when nothing has to be asked. */
  readonly confirm?: (values: Output) => Confirmation | undefined
  /** What the toast says when it was carried out. */
  readonly success: (result: Result) => string
  readonly onSuccess?: (result: Result) => void
  /** Where the server's field names are not the form's: `{ cancellationNote: "note" }`. */
  readonly serverFields?: Readonly<Record<string, Path<Input>>>
  /** The fields. */
  readonly children: (form: DrawerForm<Input>) => ReactNode
}

/**
 * An action with fields: a button, behind it a drawer with a form. Checks the fields, asks when it must, sends once, puts
 * what the server says of a field beside that field and the rest above the buttons, and closes with a toast when it was
 * carried out. While it runs it cannot be closed, so that nobody misses how it went.
 */
export const ActionDrawer = <
  Input extends FieldValues,
  Output extends FieldValues,
  Result,
>(
  props: ActionDrawerProps<Input, Output, Result>
) => {
  const {
    label,
    icon,
    variant = "secondary",
    unavailable,
    operation,
    parse,
  } = props
  const [isOpen, setIsOpen] = useState(false)
  const sending = useOperation(operation, parse)

  const handleOpenChange = (open: boolean) => {
    if (!sending.isRunning) {
      sending.reset()
      setIsOpen(open)
    }
  }

  if (unavailable !== undefined && !isOpen) {
    return (
      <ReasonedButton unavailable={unavailable} variant={variant}>
        <Trigger icon={icon} label={label} />
      </ReasonedButton>
    )
  }

  return (
    <Drawer open={isOpen} onOpenChange={handleOpenChange}>
      <Drawer.Trigger asChild>
        <ReasonedButton variant={variant}>
          <Trigger icon={icon} label={label} />
        </ReasonedButton>
      </Drawer.Trigger>
      <Drawer.Content>
        <DrawerHeader title={props.title} description={props.description} />
        <ActionForm
          {...props}
          sending={sending}
          onDone={() => setIsOpen(false)}
        />
      </Drawer.Content>
    </Drawer>
  )
}

const Trigger = ({ icon, label }: { icon?: ReactNode; label: string }) => (
  <span className="flex items-center gap-x-1.5">
    {icon}
    {label}
  </span>
)

const DrawerHeader = ({
  title,
  description,
}: {
  title: string
  description: string
}) => {
  const t = useTexts()

  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <Drawer.Title asChild>
          <Heading level="h2">{title}</Heading>
        </Drawer.Title>
        <Drawer.Description className="text-ui-fg-subtle txt-small">
          {description}
        </Drawer.Description>
      </div>
      <Drawer.Close asChild>
        <IconButton
          size="small"
          variant="transparent"
          type="button"
          aria-label={t("actions.close")}
        >
          <XMark />
        </IconButton>
      </Drawer.Close>
    </div>
  )
}

type ActionFormProps<
  Input extends FieldValues,
  Output extends FieldValues,
  Result,
> = ActionDrawerProps<Input, Output, Result> & {
  readonly sending: OperationRun<Result>
  readonly onDone: () => void
}

const ActionForm = <
  Input extends FieldValues,
  Output extends FieldValues,
  Result,
>({
  label,
  submitLabel = label,
  isDangerous = false,
  schema,
  defaultValues,
  toBody = (values) => values,
  confirm,
  success,
  onSuccess,
  serverFields = {},
  sending,
  onDone,
  children,
}: ActionFormProps<Input, Output, Result>) => {
  const t = useTexts()
  const formId = useId()
  const isConfirmed = useConfirmation()
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Input>,
  })
  const [shownFields, setShownFields] = useState<readonly string[]>([])

  const fieldOf = (serverField: string): Path<Input> | undefined =>
    serverFields[serverField] ??
    (Object.hasOwn(defaultValues, serverField)
      ? (serverField as Path<Input>)
      : undefined)

  const showFieldErrors = (error: Error) => {
    const errors =
      error instanceof AdminRequestError
        ? error.oneField
          ? [error.oneField]
          : error.errors
        : []
    const shown = errors.filter(({ field }) => fieldOf(field) !== undefined)
    setShownFields(shown.map(({ field }) => field))
    shown.forEach(({ field, message }, index) => {
      const name = fieldOf(field)
      if (name !== undefined) {
        form.setError(name, { message }, { shouldFocus: index === 0 })
      }
    })
  }

  const isSaidBesideField =
    sending.error instanceof AdminRequestError &&
    sending.error.advice === null &&
    sending.error.oneField !== null &&
    shownFields.includes(sending.error.oneField.field)

  const handleSubmit = form.handleSubmit(async (values) => {
    if (sending.isRunning || !(await isConfirmed(confirm?.(values)))) {
      return
    }
    sending.run(toBody(values), {
      onSuccess: (result) => {
        toast.success(success(result))
        onDone()
        onSuccess?.(result)
      },
      onError: showFieldErrors,
    })
  })

  return (
    <form
      id={formId}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => void handleSubmit(event)}
    >
      <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto">
        {children({
          control: form.control,
          watch: form.watch as () => Input,
          setValue: (name, value) => form.setValue(name, value as never),
        })}
        {sending.error !== null && !isSaidBesideField && (
          <OperationFailure error={sending.error} shownFields={shownFields} />
        )}
        <span role="status" className="sr-only">
          {sending.isRunning && t("forms.running")}
        </span>
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button
            type="button"
            size="small"
            variant="secondary"
            disabled={sending.isRunning}
          >
            {t("forms.goBack")}
          </Button>
        </Drawer.Close>
        <Button
          type="submit"
          size="small"
          variant={isDangerous ? "danger" : "primary"}
          isLoading={sending.isRunning}
        >
          {submitLabel}
        </Button>
      </Drawer.Footer>
    </form>
  )
}
