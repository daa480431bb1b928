import { zodResolver } from "@hookform/resolvers/zod"
import { Button, Drawer, toast } from "@medusajs/ui"
import { type MutableRefObject, type ReactNode, useEffect, useId, useState } from "react"
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
import type { OperationRun } from "../lib/use-operation"
import { OperationFailure } from "./operation-failure"

/** What the fields of a drawer need of its form. */
export type DrawerForm<Input extends FieldValues> = {
  readonly control: Control<Input, unknown, unknown>
  /** The values as typed, kept up to date; for fields that depend on others. */
  readonly watch: () => Input
  readonly setValue: (name: Path<Input>, value: Input[keyof Input] | undefined) => void
}

/** What an action asks for, how it is sent and what is said of it. */
export type ActionFormTerms<Input extends FieldValues, Output extends FieldValues, Result> = {
  /** Red, for what destroys. */
  readonly isDangerous?: boolean
  /** Reads the fields; build it of `lib/form-values`. */
  readonly schema: z.ZodType<Output, Input>
  readonly defaultValues: Input
  /** Makes the body that is sent out of what was filled in; what was filled in itself when left out. */
  readonly toBody?: (values: Output) => object
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

type ActionFormProps<
  Input extends FieldValues,
  Output extends FieldValues,
  Result,
> = ActionFormTerms<Input, Output, Result> & {
  /** On the button that sends it. */
  readonly submitLabel: string
  readonly sending: OperationRun<Result>
  /** Says, while the form is there, whether anything in it is not as it was at first. */
  readonly isDirty: MutableRefObject<boolean>
  readonly onDone: () => void
}

/** The form of an action in its drawer. */
export const ActionForm = <Input extends FieldValues, Output extends FieldValues, Result>({
  submitLabel,
  isDangerous = false,
  schema,
  defaultValues,
  toBody = (values) => values,
  confirm,
  success,
  onSuccess,
  serverFields = {},
  sending,
  isDirty,
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
  const { isDirty: isChanged } = form.formState
  const [shownFields, setShownFields] = useState<readonly string[]>([])

  useEffect(() => {
    isDirty.current = isChanged
    return () => {
      isDirty.current = false
    }
  }, [isDirty, isChanged])

  const fieldOf = (serverField: string): Path<Input> | undefined =>
    serverFields[serverField] ??
    (Object.hasOwn(defaultValues, serverField) ? (serverField as Path<Input>) : undefined)

  const showFieldErrors = (error: Error) => {
    const errors =
      error instanceof AdminRequestError ? (error.oneField ? [error.oneField] : error.errors) : []
    const shown = errors.filter(({ field }) => fieldOf(field) !== undefined)
    setShownFields(shown.map(({ field }) => field))
    shown.forEach(({ field, message }, index) => {
      const name = fieldOf(field)
      if (name !== undefined) {
        form.setError(name, { message }, { shouldFocus: index === 0 })
      }
    })
  }

  const send = (body: object) =>
    sending.run(body, {
      onSuccess: (result) => {
        toast.success(success(result))
        onDone()
        onSuccess?.(result)
      },
      onError: (error) => {
        showFieldErrors(error)
        void confirmRepeat(error, body)
      },
    })

  const confirmRepeat = async (error: Error, body: object) => {
    if (
      error instanceof AdminRequestError &&
      error.code === "confirm_repeat" &&
      (await isConfirmed({
        title: t("forms.repeat.title"),
        description: t("forms.repeat.description"),
        confirmText: submitLabel,
        variant: "confirmation",
      }))
    ) {
      send({ ...body, confirm_repeat: true })
    }
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
    send(toBody(values))
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
          setValue: (name, value) => form.setValue(name, value as never, { shouldDirty: true }),
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
          <Button type="button" size="small" variant="secondary" disabled={sending.isRunning}>
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
