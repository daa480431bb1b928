import { Container } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { JobsSection } from "../jobs-section"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { PageHeader } from "../page-header"
import { CallbackTestSection } from "./callback-test"
import { ConnectionTestSection } from "./connection-test"
import { OperationsSection } from "./operations-section"
import { OptionsSection } from "./options-section"
import { parseSettings } from "./settings-answer"

/** Whether all is set up well: two tests, the options in force, and the operations of the service. */
export const Settings = () => {
  const t = useTexts()

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader title={t("settings.title")} description={t("settings.description")} />
      <ConnectionTestSection />
      <CallbackTestSection />
      <FetchedSettings />
    </div>
  )
}

const FetchedSettings = () => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useEInvoiceQuery(
    { path: "/settings" },
    parseSettings
  )

  if (data) {
    return (
      <>
        <JobsSection jobs={data.jobs} />
        <OptionsSection options={data.options} />
        <OperationsSection operations={data.operations} />
      </>
    )
  }
  return (
    <Container className="p-0">
      {error ? (
        <LoadFailure
          title={t("settings.failed")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingRows label={t("settings.loading")} rows={6} />
      )}
    </Container>
  )
}
