import { Alert, Text } from "@medusajs/ui"
import { type ReactNode, useEffect } from "react"
import { type Control, useController } from "react-hook-form"
import { z } from "zod"

import type { OperationSettlement } from "../../api/admin/e-invoice/answers"
import { ActionButton } from "../components/action-button"
import { OrderStatusBadge, SubscriptionBadge } from "../components/badges"
import { ChoiceField, ComparedFacts, EvidenceBox } from "../components/choice"
import { customerText } from "../components/customer"
import { ActionDrawer } from "../components/drawers"
import { TextField } from "../components/form"
import { LoadFailure, LoadingRows, NotAsked } from "../components/section"
import { Amount, Moment, ServiceDay } from "../components/values"
import { emptyOr, requiredServiceId, requiredText } from "../lib/form-values"
import { ignoreAnswer } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, useTexts } from "../lib/texts"
import { isListedAtService, type LoggedOperation, madeRecordExample } from "./data"

const readSettlement = ({ settlement }: { settlement: OperationSettlement }) => settlement

const useSettlement = (operation: LoggedOperation) =>
  useEInvoiceQuery({ path: targetOf(operation).path, isAlwaysFresh: true }, readSettlement)

type SettleButtonsProps = {
  operation: LoggedOperation
}

/** What the service shows that was moved, and the two outcomes that staff can record. Neither sends anything to the service. */
export const SettleButtons = ({ operation }: SettleButtonsProps) => {
  const isCreation = madeRecordExample(operation.operation) !== undefined

  return (
    <div className="flex flex-col gap-y-3">
      {!isCreation && <MovedEvidence operation={operation} />}
      <div className="flex flex-wrap items-center gap-2">
        {isCreation ? (
          <NameRecordDrawer operation={operation} />
        ) : (
          <OutcomeButton operation={operation} outcome="yes" />
        )}
        {isListedAtService(operation.operation) ? (
          <ExcludeRecordsDrawer operation={operation} />
        ) : (
          <OutcomeButton operation={operation} outcome="no" />
        )}
      </div>
    </div>
  )
}

type OutcomeButtonProps = {
  operation: SettledOperation & Pick<LoggedOperation, "attempt">
  outcome: keyof typeof outcomes
}

const outcomes = {
  yes: {
    label: "operations.settle.yes",
    title: "operations.settle.yesTitle",
    question: "operations.settle.yesQuestion",
  },
  no: {
    label: "operations.settle.no",
    title: "operations.settle.noTitle",
    question: "operations.settle.noQuestion",
  },
} as const satisfies Record<string, Record<string, TextKey>>

/** Records that an operation was carried out, or that it was not. */
export const OutcomeButton = ({ operation, outcome }: OutcomeButtonProps) => {
  const t = useTexts()
  const { label, title, question } = outcomes[outcome]

  return (
    <ActionButton
      label={t(label)}
      operation={targetOf(operation)}
      body={{ took_effect: outcome === "yes", attempt: operation.attempt }}
      read={ignoreAnswer}
      confirm={{
        title: t(title),
        description: t(question),
        confirmText: t(label),
        variant: "confirmation",
      }}
      success={() => t("operations.settle.done")}
    />
  )
}

/** What the service shows that was moved on the record; nothing where it does not say. */
const MovedEvidence = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()
  const settlement = useSettlement(operation)
  const { data } = settlement

  if (settlement.isError) {
    return <LoadFailure query={settlement} />
  }
  if (data?.problem) {
    return <NotAsked problem={data.problem} query={settlement} />
  }
  if (!data?.moved) {
    return null
  }
  const { currency_code: currencyCode, moved } = data
  const { covers_it, recorded, shown } = moved
  return (
    <EvidenceBox title={t("settle.atService")}>
      <ComparedFacts
        facts={[
          {
            label: t("operations.moved.shown"),
            value: <Amount value={shown} currencyCode={currencyCode} />,
          },
          {
            label: t("operations.moved.recorded"),
            value: <Amount value={recorded} currencyCode={currencyCode} />,
          },
        ]}
      />
      <Text size="small">
        {t(covers_it ? "operations.moved.covered" : "operations.moved.notCovered")}
      </Text>
    </EvidenceBox>
  )
}

/** Beside these, the id at the service of the record. */
const TYPED = "typed"

const needed: TextKey = "forms.errors.required"

const recordSchema = z
  .object({ record: requiredText(64), uuid: emptyOr(requiredServiceId()) })
  .refine(({ record, uuid }) => record !== TYPED || uuid, { path: ["uuid"], message: needed })

/** Names the record that was made: one that the service shows from that time, or any by its id. */
const NameRecordDrawer = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()
  const example = madeRecordExample(operation.operation) ?? ""
  const isListed = isListedAtService(operation.operation)

  return (
    <ActionDrawer
      label={t("operations.settle.yes")}
      operation={targetOf(operation)}
      read={ignoreAnswer}
      success={() => t("operations.settle.done")}
      title={t("operations.settle.createdTitle")}
      description={t(
        isListed ? "operations.settle.chooseDescription" : "operations.settle.createdDescription"
      )}
      schema={recordSchema}
      defaultValues={{ record: isListed ? "" : TYPED, uuid: "" }}
      toBody={({ record, uuid }) => ({
        took_effect: true,
        attempt: operation.attempt,
        uuid: record === TYPED ? uuid : record,
      })}
      confirm={() => ({
        title: t("operations.settle.yesTitle"),
        description: t("operations.settle.yesQuestion"),
        confirmText: t("operations.settle.yes"),
        variant: "confirmation",
      })}
      serverFields={{ uuid: isListed ? "record" : "uuid" }}
    >
      {({ control, watch }) => (
        <>
          {isListed && <RecordField operation={operation} control={control} />}
          {watch().record === TYPED && (
            <TextField
              control={control}
              name="uuid"
              label={t("operations.settle.uuid")}
              hint={t("operations.settle.uuidHint", { example })}
            />
          )}
        </>
      )}
    </ActionDrawer>
  )
}

const excludedSchema = z.object({ not_it: z.array(z.string()) })

/** Says that it made none of the records which the service shows from that time: those on the screen are named as others. */
const ExcludeRecordsDrawer = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()

  return (
    <ActionDrawer
      label={t("operations.settle.no")}
      operation={targetOf(operation)}
      read={ignoreAnswer}
      success={() => t("operations.settle.done")}
      title={t("operations.settle.noTitle")}
      description={t("operations.settle.excludeDescription")}
      schema={excludedSchema}
      defaultValues={{ not_it: [] }}
      toBody={({ not_it }) => ({ took_effect: false, attempt: operation.attempt, not_it })}
      confirm={() => ({
        title: t("operations.settle.noTitle"),
        description: t("operations.settle.noQuestion"),
        confirmText: t("operations.settle.no"),
        variant: "confirmation",
      })}
    >
      {({ control }) => <ExcludedRecords operation={operation} control={control} />}
    </ActionDrawer>
  )
}

type ExcludedRecordsProps = SettleButtonsProps & {
  control: Control<z.input<typeof excludedSchema>, unknown, unknown>
}

const ExcludedRecords = ({ operation, control }: ExcludedRecordsProps) => {
  const { data } = useSettlement(operation)
  const {
    field: { onChange },
  } = useController({ control, name: "not_it" })
  const candidates = data?.candidates
  useEffect(() => {
    if (candidates && candidates.length > 0) {
      onChange(candidates.map(({ uuid }) => uuid))
    }
  }, [candidates, onChange])

  return (
    <ComparedRecords operation={operation}>
      {({ candidates: shown, currencyCode }) =>
        shown.map((candidate) => (
          <EvidenceBox key={candidate.uuid} title={candidate.uuid}>
            <CandidateFacts candidate={candidate} currencyCode={currencyCode} />
          </EvidenceBox>
        ))
      }
    </ComparedRecords>
  )
}

type RecordFieldProps = SettleButtonsProps & {
  control: Control<z.input<typeof recordSchema>, unknown, unknown>
}

const RecordField = ({ operation, control }: RecordFieldProps) => {
  const t = useTexts()

  return (
    <ComparedRecords operation={operation}>
      {({ candidates, currencyCode }) => (
        <ChoiceField
          control={control}
          name="record"
          label={t("operations.settle.which")}
          choices={[
            ...candidates.map((candidate) => ({
              value: candidate.uuid,
              label: candidate.uuid,
              children: <CandidateFacts candidate={candidate} currencyCode={currencyCode} />,
            })),
            { value: TYPED, label: t("operations.settle.typed") },
          ]}
        />
      )}
    </ComparedRecords>
  )
}

type ComparedRecordsProps = SettleButtonsProps & {
  children: (shown: {
    candidates: NonNullable<OperationSettlement["candidates"]>
    currencyCode: string
  }) => ReactNode
}

/** What was sent, beside the records that the service shows from that time. */
const ComparedRecords = ({ operation, children }: ComparedRecordsProps) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useSettlement(operation)

  if (error) {
    return <LoadFailure query={{ error, isFetching, refetch }} />
  }
  if (!data) {
    return <LoadingRows label={t("settle.asking")} rows={4} />
  }
  const candidates = data.candidates ?? []
  return (
    <>
      {data.problem && <NotAsked problem={data.problem} query={{ isFetching, refetch }} />}
      {!data.problem && !data.complete && (
        <Alert variant="warning">{t("operations.settle.incomplete")}</Alert>
      )}
      {!data.problem && data.complete && candidates.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("operations.settle.noCandidate")}
        </Text>
      )}
      <EvidenceBox title={t("settle.sent")}>
        <ComparedFacts
          facts={[
            {
              label: t("settle.fact.amount"),
              value: <Amount value={data.sent} currencyCode={data.currency_code} />,
            },
            {
              label: t("settle.fact.customer"),
              value: customerText(operation.customer) || t("fields.unknown"),
            },
            { label: t("settle.fact.time"), value: <Moment at={operation.created_at} /> },
          ]}
        />
      </EvidenceBox>
      {children({ candidates, currencyCode: data.currency_code })}
    </>
  )
}

type CandidateFactsProps = {
  candidate: NonNullable<OperationSettlement["candidates"]>[number]
  currencyCode: string
}

/** A record as the service has it, with what contradicts what was sent. */
const CandidateFacts = ({ candidate, currencyCode }: CandidateFactsProps) => {
  const t = useTexts()
  const { amount, contradictions, customer, date, kind, reference, status } = candidate

  return (
    <ComparedFacts
      facts={[
        {
          label: t("settle.fact.amount"),
          value: <Amount value={amount} currencyCode={currencyCode} />,
          differs: contradictions.includes("amount"),
        },
        ...(kind === "order"
          ? [
              {
                label: t("settle.fact.reference"),
                value: reference ?? t("fields.none"),
                differs: contradictions.includes("reference"),
              },
            ]
          : []),
        { label: t("settle.fact.customer"), value: customer ?? t("fields.unknown") },
        {
          label: t("settle.fact.time"),
          value: <ServiceDay on={date} />,
          differs: contradictions.includes("date"),
        },
        {
          label: t("settle.fact.status"),
          value:
            kind === "order" ? (
              <OrderStatusBadge order={{ state: "succeeded", remote_status: status }} />
            ) : (
              <SubscriptionBadge status={status} />
            ),
        },
      ]}
    />
  )
}

/** Says that staff have seen to what the service carried out although they had settled it otherwise. */
export const HandledButton = ({ operation }: SettleButtonsProps) => {
  const t = useTexts()
  return (
    <ActionButton
      label={t("operations.contradicted.handled")}
      operation={targetOf(operation)}
      body={{ took_effect: true, attempt: operation.attempt }}
      read={ignoreAnswer}
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

type SettledOperation = Pick<LoggedOperation, "id" | "order_id" | "customer_id">

const targetOf = ({ id, order_id, customer_id }: SettledOperation) => ({
  path: `/operation-log/${encodeURIComponent(id)}/settle`,
  orderId: order_id ?? undefined,
  customerId: customer_id ?? undefined,
})
