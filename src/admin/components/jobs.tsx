import { StatusBadge, Text } from "@medusajs/ui"

import type { JobAnswer as Job } from "../../api/admin/e-invoice/answers"
import { useTexts } from "../lib/texts"
import { Section } from "./section"
import { Moment } from "./values"

/** When the plugin last did what recurs every minute, and whether that is too long ago. */
export const JobsSection = ({ jobs }: { jobs: readonly Job[] }) => {
  const t = useTexts()

  return (
    <Section title={t("overview.jobs.title")} description={t("overview.jobs.description")}>
      <ul className="flex flex-col gap-y-4 px-6 py-4">
        {jobs.map((job) => (
          <li key={job.name} className="flex flex-col gap-y-1">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Text size="small" weight="plus">
                {job.name === "erasure" ? t("overview.jobs.erasure") : t("overview.jobs.sweep")}
              </Text>
              <StatusBadge color={colorOf(job)}>
                {job.is_overdue
                  ? t("overview.jobs.overdue")
                  : job.failure === null
                    ? t("overview.jobs.onTime")
                    : t("overview.jobs.failed")}
              </StatusBadge>
            </div>
            <Text size="small" className="text-ui-fg-subtle">
              {job.finished_at === null ? (
                t("overview.jobs.never")
              ) : (
                <>
                  {t("overview.jobs.last")} <Moment at={job.finished_at} />
                </>
              )}
            </Text>
            {job.is_overdue && <Text size="small">{t("overview.jobs.advice")}</Text>}
            {job.failure !== null && (
              <Text size="small" className="text-ui-fg-subtle break-words">
                {job.failure}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function colorOf({ is_overdue, failure }: Job): "red" | "orange" | "green" {
  if (is_overdue) {
    return "red"
  }
  return failure === null ? "green" : "orange"
}
