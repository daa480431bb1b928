import { Alert, Button, Container, Copy, Heading, Skeleton, Text } from "@medusajs/ui"
import { type ComponentProps, type ReactNode, useId } from "react"

import { errorSentence } from "../lib/errors"
import { kindText } from "../lib/refusals"
import { useTexts } from "../lib/texts"

type SectionProps = {
  readonly title: string
  /** One sentence under the title. */
  readonly description?: string
  /** Beside the title: a status, or buttons. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page with its own heading, found by screen readers as a region. Its children draw their own padding. */
export const Section = ({ title, description, actions, children }: SectionProps) => {
  const headingId = useId()

  return (
    <Container role="region" aria-labelledby={headingId} className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        {/* A long sentence wraps before the buttons do, unless there is too little room for both. */}
        <div className="min-w-0 flex-1 basis-64">
          <Heading level="h2" id={headingId}>
            {title}
          </Heading>
          {description && (
            <Text size="small" className="text-ui-fg-subtle mt-1">
              {description}
            </Text>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </Container>
  )
}

type PageHeaderProps = {
  readonly title: string
  /** One sentence: what the page is for. */
  readonly description?: string
  /** Beside the title, such as the record's status. */
  readonly badge?: ReactNode
  /** Buttons at the right. */
  readonly actions?: ReactNode
}

/** The head of a page that is not a list: its one first-level heading. */
export const PageHeader = ({ title, description, badge, actions }: PageHeaderProps) => (
  <Container className="flex flex-wrap items-start justify-between gap-4 px-6 py-4">
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="[overflow-wrap:anywhere]">{title}</Heading>
        {badge}
      </div>
      {description && (
        <Text size="small" className="text-ui-fg-subtle mt-1">
          {description}
        </Text>
      )}
    </div>
    {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
  </Container>
)

type FieldRowProps = {
  label: string
  children: ReactNode
  /** Given when the value can be copied: what is copied, and the button's name for screen readers. */
  copy?: { content: string; label: string }
}

/** One fact about a record, as a term and its description; stands inside a `dl`. */
export const FieldRow = ({ label, children, copy }: FieldRowProps) => {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-2 items-start gap-x-4 px-6 py-3.5">
      <dt className="txt-compact-small-plus">{label}</dt>
      <dd className="txt-compact-small flex min-w-0 items-start justify-between gap-x-2">
        <span className="text-pretty [overflow-wrap:anywhere]">{children}</span>
        {copy && (
          <Copy
            content={copy.content}
            aria-label={copy.label}
            className="text-ui-fg-subtle focus-visible:shadow-borders-focus flex h-5 shrink-0 items-center rounded-md outline-none"
          />
        )}
      </dd>
    </div>
  )
}

/** What is fetched, and can be fetched again. */
type Fetched = { readonly isFetching: boolean; readonly refetch: () => unknown }

type LoadFailureProps = {
  /** What could not be loaded, as a sentence without a full stop; the e-invoice when left out. */
  title?: string | undefined
  query: Fetched & { readonly error: unknown }
}

/** Stands in place of something that could not be loaded, with a way to try again. */
export const LoadFailure = ({ title, query }: LoadFailureProps) => {
  const t = useTexts()

  return (
    <div className="px-6 py-4">
      <RetryAlert variant="error" query={query}>
        <Text as="span" size="small" leading="compact" weight="plus">
          {title ?? t("load.failed")}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {errorSentence(t, query.error)}
        </Text>
      </RetryAlert>
    </div>
  )
}

type OutOfDateProps = {
  query: Fetched & { readonly error: unknown; readonly isRefetchError: boolean }
}

/** Says above what was loaded before that it could not be loaded again: amounts that were right then may not be now. */
export const OutOfDate = ({ query }: OutOfDateProps) => {
  const t = useTexts()

  return query.isRefetchError ? (
    <div className="px-6 py-4">
      <RetryAlert variant="warning" query={query}>
        {`${t("load.outOfDate")} ${errorSentence(t, query.error)}`}
      </RetryAlert>
    </div>
  ) : null
}

type LoadedProps<Data> = {
  query: ComponentProps<typeof OutOfDate>["query"] & {
    readonly data: Data | undefined
    readonly isError: boolean
  }
  /** What is loading, for screen readers. */
  loading: string
  /** How many rows hold the place of the data while it is on its way. */
  rows: number
  /** What could not be loaded, as a sentence without a full stop; the e-invoice when left out. */
  failed?: string
  /** Frames what stands in place of the data. */
  frame?: (instead: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}

/** What was fetched, even where it could not be fetched again; until then that it is loading, or why it could not be loaded. */
export const Loaded = <Data,>({
  query,
  loading,
  rows,
  failed,
  frame = (instead) => instead,
  children,
}: LoadedProps<Data>) => {
  if (query.data !== undefined) {
    return (
      <>
        <OutOfDate query={query} />
        {children(query.data)}
      </>
    )
  }
  return frame(
    query.isError ? (
      <LoadFailure title={failed} query={query} />
    ) : (
      <LoadingRows label={loading} rows={rows} />
    )
  )
}

/** Frames what stands in place of a page's data. */
export const inContainer = (instead: ReactNode) => <Container className="p-0">{instead}</Container>

type NotAskedProps = {
  /** What the service was asked for, as a sentence; nothing where the place says it. */
  title?: string
  /** Why it did not answer. */
  problem: { readonly kind: string; readonly message: string; readonly advice: string }
  query: Fetched
}

/** Says that the service could not be asked for what stands below, with a way to try again. */
export const NotAsked = ({ title, problem, query }: NotAskedProps) => {
  const t = useTexts()
  const why = kindText(problem.kind)

  return (
    <RetryAlert variant="warning" query={query}>
      {[title, why ? t(why) : `${problem.message} ${problem.advice}`].filter(Boolean).join(" ")}
    </RetryAlert>
  )
}

type RetryAlertProps = {
  variant: "error" | "warning"
  query: Fetched
  children: ReactNode
}

const RetryAlert = ({ variant, query, children }: RetryAlertProps) => {
  const t = useTexts()

  return (
    <div className="flex flex-col items-start gap-y-3">
      <Alert variant={variant} role={variant === "error" ? "alert" : undefined} className="w-full">
        {children}
      </Alert>
      <Button
        type="button"
        size="small"
        variant="secondary"
        isLoading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {t("actions.retry")}
      </Button>
    </div>
  )
}

type LoadingRowsProps = {
  /** What is loading, for screen readers. */
  label: string
  rows: number
}

/** Holds the place of a list of facts that is on its way. */
export const LoadingRows = ({ label, rows }: LoadingRowsProps) => {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-2 gap-x-4 px-6 py-3">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  )
}
