import { zodResolver } from "@hookform/resolvers/zod"
import { XMark } from "@medusajs/icons"
import { Button, Drawer, Heading, IconButton, toast } from "@medusajs/ui"
import { type MutableRefObject, type ReactNode, useEffect, useId, useRef, useState } from "react"
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
} from "react-hook-form"
import type { z } from "zod"

import { ownWords } from "../lib/errors"
import { isOutcomeUnknown } from "../lib/idempotency-keys"
import {
  type Confirmation,
  type OperationRun,
  type OperationTarget,
  useConfirmation,
  useOperation,
  useRepeatConfirmation,
} from "../lib/operations"
import { fieldProblem } from "../lib/refusals"
import { AdminRequestError } from "../lib/request"
import { type DrawerTexts, type TextKey, type Translate, useTexts } from "../lib/texts"
import { OperationFailure, ReasonedButton } from "./action-button"
import { LoadingRows } from "./section"

type ActionDrawerProps<Input extends FieldValues, Output extends FieldValues, Result> = Words<
  Input,
  Result
> &
  ActionFormTerms<Input, Output, Result> & {
    readonly icon?: ReactNode
    readonly variant?: "primary" | "secondary" | "transparent" | "danger"
    /** Why it cannot be done now, as `useUnavailability` says: the button is disabled and says so. */
    readonly unavailable?: string | undefined
    /** What the form begins with is being read, in words: the form waits for it. */
    readonly loading?: string | undefined
    readonly operation: OperationTarget
    /** Takes what is needed out of the answer; `ignoreAnswer` when nothing in it is needed. */
    readonly read: (answer: never) => Result
  }

/** What a drawer says: by the convention of our texts, or one by one. */
type Words<Input, Result> =
  | ({
      /** Under which its texts stand, but for those that are given beside it. */
      readonly texts: DrawerTexts
      /** What the texts name: an amount, for example. */
      readonly values?: Readonly<Record<string, string | number>>
    } & Partial<OwnWords<Input, Result>>)
  | ({ readonly texts?: undefined } & OwnWords<Input, Result>)

type OwnWords<Input, Result> = {
  /** On the button that opens it; end it with "…" only if Medusa would. */
  readonly label: string
  readonly title: string
  /** One sentence: what happens when it is sent. */
  readonly description: string
  /** On the button that sends it; the label when left out. Of what is typed where that decides what is done. */
  readonly submitLabel?: SubmitLabel<Input>
  /** What the toast says when it was carried out. */
  readonly success: (result: Result) => string
}

type SubmitLabel<Input> = string | ((typed: Input) => string)

/**
 * An action with fields: a button, behind it a drawer with a form. Checks the fields, asks when it must, sends once, puts
 * what the server says of a field beside that field and the rest above the buttons, and closes with a toast when it was
 * carried out. Asks before it throws away what was filled in. While it runs it cannot be closed, so that staff do not miss
 * how it went.
 */
export const ActionDrawer = <Input extends FieldValues, Output extends FieldValues, Result>(
  props: ActionDrawerProps<Input, Output, Result>
) => {
  const { icon, variant = "secondary", unavailable, operation, read } = props
  const t = useTexts()
  const isConfirmed = useConfirmation()
  const [isOpen, setIsOpen] = useState(false)
  const isDirty = useRef(false)
  const sending = useOperation(operation, read)
  const said = useAsSent({ ...wordsOf(t, props), confirm: props.confirm }, operation, sending)
  const { label, title, description, submitLabel, success, confirmTitle, confirm } = said
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
        <DrawerHeader title={title} description={description} />
        <OnceLoaded loading={props.loading}>
          <ActionForm
            {...props}
            submitLabel={submitLabel}
            success={success}
            confirmTitle={confirmTitle}
            confirm={confirm}
            sending={sending}
            isDirty={isDirty}
            onDone={() => setIsOpen(false)}
          />
        </OnceLoaded>
      </Drawer.Content>
    </Drawer>
  )
}

/**
 * What was said when it was first sent, while that runs and where its outcome is unknown: pressed again, it is that once more,
 * although what is outstanding by then may be another amount.
 */
const useAsSent = <Said,>(
  now: Said,
  { path, params }: OperationTarget,
  { isRunning, error }: Pick<OperationRun<unknown>, "isRunning" | "error">
): Said => {
  const target = JSON.stringify([path, params])
  const sent = useRef({ target, said: now })
  const isOpen = isRunning || (error !== null && isOutcomeUnknown(error))
  if (!isOpen || sent.current.target !== target) {
    sent.current = { target, said: now }
  }
  return sent.current.said
}

const wordsOf = <Input, Result>(t: Translate, words: Words<Input, Result>) => {
  if (words.texts === undefined) {
    return { ...words, submitLabel: words.submitLabel ?? words.label, confirmTitle: words.title }
  }
  const { texts, values } = words
  return {
    label: words.label ?? t(`${texts}.label`, values),
    title: words.title ?? t(`${texts}.title`, values),
    description: words.description ?? t(`${texts}.description`, values),
    submitLabel: words.submitLabel ?? t(`${texts}.submit`, values),
    success: words.success ?? (() => t(`${texts}.done`, values)),
    // Only what asks has one.
    confirmTitle: t(`${texts}.confirmTitle` as TextKey, values),
  }
}

/** Shows what has once been loaded ever after: a form being filled in stays when it is read anew. */
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

/** What the fields of a drawer need of its form. */
export type DrawerForm<Input extends FieldValues> = {
  readonly control: Control<Input, unknown, unknown>
  /** The values as typed, kept up to date; for fields that depend on others. */
  readonly watch: () => Input
  readonly setValue: (name: Path<Input>, value: Input[keyof Input] | undefined) => void
}

/** What an action asks for, how it is sent and what is said of it. */
type ActionFormTerms<Input extends FieldValues, Output extends FieldValues, Result> = {
  /** Red, for what destroys. */
  readonly isDangerous?: boolean
  /** Reads the fields; build it of `lib/form-values`. */
  readonly schema: z.ZodType<Output, Input>
  readonly defaultValues: Input
  /** Makes the body that is sent out of what was filled in; what was filled in itself when left out. */
  readonly toBody?: (values: Output) => object
  /**
   * Asked before it is sent; needed for what moves money or cannot be undone. A sentence alone is asked under the texts'
   * `.confirmTitle`. Undefined when nothing has to be asked.
   */
  readonly confirm?: (values: Output) => Confirmation | string | undefined
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
  readonly submitLabel: SubmitLabel<Input>
  readonly success: (result: Result) => string
  /** Over a question that is a sentence alone. */
  readonly confirmTitle: string
  readonly sending: OperationRun<Result>
  /** Says, while the form is there, whether anything in it is not as it was at first. */
  readonly isDirty: MutableRefObject<boolean>
  readonly onDone: () => void
}

/** What takes the focus when a form opens. A date does not: what is empty in it is too pale to read while it has the focus. */
const FIELD = ["input", "textarea", "[role=combobox]", "[role=radio]"]
  .map((field) => `${field}:not([disabled], [aria-hidden=true], [tabindex="-1"])`)
  .join()

/** The form of an action in its drawer. */
const ActionForm = <Input extends FieldValues, Output extends FieldValues, Result>({
  submitLabel: submitLabelOf,
  isDangerous = false,
  schema,
  defaultValues,
  toBody = (values) => values,
  confirm,
  confirmTitle,
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
  const repeatConfirmed = useRepeatConfirmation()
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Input>,
  })
  const { isDirty: isChanged } = form.formState
  const submitLabel =
    typeof submitLabelOf === "string" ? submitLabelOf : submitLabelOf(form.watch() as Input)

  useEffect(() => {
    isDirty.current = isChanged
    return () => {
      isDirty.current = false
    }
  }, [isDirty, isChanged])

  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Else the drawer's close button has it, where Enter throws away what is about to be filled in.
    body.current?.querySelector<HTMLElement>(FIELD)?.focus()
  }, [])

  const fieldOf = (serverField: string): Path<Input> | undefined =>
    serverFields[serverField] ??
    (Object.hasOwn(defaultValues, serverField) ? (serverField as Path<Input>) : undefined)

  const fieldErrorsOf = (error: AdminRequestError) =>
    error.fields.filter(({ field }) => fieldOf(field) !== undefined)

  const showFieldErrors = (error: AdminRequestError) =>
    fieldErrorsOf(error).forEach((fieldError, index) => {
      const name = fieldOf(fieldError.field)
      if (name !== undefined) {
        const message = fieldProblem(t, error, fieldError)
        form.setError(name, { message }, { shouldFocus: index === 0 })
      }
    })

  const send = (body: object) =>
    sending.run(body, {
      onSuccess: (result) => {
        toast.success(success(result))
        onDone()
        onSuccess?.(result)
      },
      onError: (error) => {
        if (error instanceof AdminRequestError) {
          showFieldErrors(error)
          void confirmRepeat(error, body)
        }
      },
    })

  const confirmRepeat = async (error: AdminRequestError, body: object) => {
    const confirmed = await repeatConfirmed(error, { body, confirmText: submitLabel })
    if (confirmed) {
      send(confirmed)
    }
  }

  // Read from the failure itself: kept in a state, it would be a render late, and the sentence shown twice until then.
  const refusal = sending.error instanceof AdminRequestError ? sending.error : undefined
  const shownFields = refusal ? fieldErrorsOf(refusal).map(({ field }) => field) : []
  const isSaidBesideField =
    refusal !== undefined &&
    refusal.code !== "refused" &&
    (refusal.advice === null || ownWords(t, refusal) !== undefined) &&
    refusal.fields.length === 1 &&
    shownFields.length === 1

  const questionOf = (values: Output): Confirmation | undefined => {
    const question = confirm?.(values)
    return typeof question === "string"
      ? {
          title: confirmTitle,
          description: question,
          confirmText: submitLabel,
          variant: isDangerous ? "danger" : "confirmation",
        }
      : question
  }

  const handleSubmit = form.handleSubmit(async (values) => {
    if (sending.isRunning || !(await isConfirmed(questionOf(values)))) {
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
      <Drawer.Body ref={body} className="flex flex-col gap-y-6 overflow-y-auto">
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

type TitledDrawerProps = {
  /** The button that opens the drawer, and gets the focus back when it closes. */
  trigger: ReactNode
  title: string
  description: string
  /** Mounted while the drawer is open. */
  children: ReactNode
}

/** A drawer whose close button has a name, and whose body can be scrolled by keyboard. */
export const TitledDrawer = ({ trigger, title, description, children }: TitledDrawerProps) => (
  <Drawer>
    <Drawer.Trigger asChild>{trigger}</Drawer.Trigger>
    <Drawer.Content>
      <DrawerHeader title={title} description={description} />
      <Drawer.Body className="overflow-y-auto p-0" tabIndex={0} role="region" aria-label={title}>
        {children}
      </Drawer.Body>
    </Drawer.Content>
  </Drawer>
)

/** Title, what the drawer is for, and a close button that has a name. */
const DrawerHeader = ({ title, description }: { title: string; description: string }) => {
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
