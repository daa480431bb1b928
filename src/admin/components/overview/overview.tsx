import { Container } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { JobsSection } from "../jobs-section"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { PageHeader } from "../page-header"
import { AttentionSection } from "./attention-section"
import { OutstandingSection } from "./outstanding-section"
import { parseOverview } from "./overview-answer"
import { StatusSection } from "./status-section"

/** What needs a person first, how many orders there are of each status, and what customers have not paid. */
export const Overview = () => {
  const t = useTexts()

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader title={t("overview.title")} description={t("overview.description")} />
      <FetchedOverview />
    </div>
  )
}

const FetchedOverview = () => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useEInvoiceQuery(
    { path: "/overview", isAlwaysFresh: true },
    parseOverview
  )

  if (data) {
    const { attention, callbacks, jobs, outstanding, statuses } = data
    return (
      <>
        <AttentionSection items={attention.items} count={attention.count} callbacks={callbacks} />
        <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
          <StatusSection statuses={statuses} />
          <OutstandingSection outstanding={outstanding} />
        </div>
        <JobsSection jobs={jobs} />
      </>
    )
  }
  return (
    <Container className="p-0">
      {error ? (
        <LoadFailure
          title={t("overview.failed")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRows label={t("overview.loading")} rows={6} />
      )}
    </Container>
  )
}
