import { ArrowDownTray } from "@medusajs/icons"
import { Button, DropdownMenu, toast } from "@medusajs/ui"
import { useState } from "react"

import { errorSentence } from "../lib/errors"
import { type Period, type PeriodName, periods, timeRange, timeZone } from "../lib/periods"
import { type AdminQuery, saveFile } from "../lib/request"
import { type TextKey, useTexts } from "../lib/texts"

/** Where a list is read as a file. */
export type ExportSource = {
  /** Below `/admin/e-invoice`. */
  readonly path: string
  /** The file's name without its ending. */
  readonly name: string
  /** The list's filters and its search. */
  readonly query: AdminQuery
  /** The filter by a period; by the day of creation when left out. */
  readonly within?: (period: Period) => AdminQuery
}

const PERIODS: readonly (readonly [PeriodName, TextKey])[] = [
  ["yesterday", "forms.export.yesterday"],
  ["thisMonth", "forms.export.thisMonth"],
  ["lastMonth", "forms.export.lastMonth"],
]

const createdWithin = (period: Period): AdminQuery => ({ created_at: timeRange(period) })

/** Saves a list as a file: as it is filtered on the screen, or of one of the usual periods. */
export const ExportMenu = ({ path, name, query, within = createdWithin }: ExportSource) => {
  const t = useTexts()
  const [isSaving, setIsSaving] = useState(false)

  const save = async (more: AdminQuery) => {
    setIsSaving(true)
    const { limit: _limit, offset: _offset, order: _order, page: _page, ...filters } = query
    const day = new Date().toLocaleDateString("sv")
    try {
      const asked = { ...filters, ...more, format: "csv", time_zone: timeZone() }
      await saveFile(path, asked, `${name}-${day}.csv`)
    } catch (error) {
      toast.error(t("forms.export.failed"), { description: errorSentence(t, error) })
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <Button
          type="button"
          size="small"
          variant="secondary"
          className="print:hidden"
          isLoading={isSaving}
        >
          <ArrowDownTray />
          {t("forms.export.label")}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Item onClick={() => void save({})}>
          {t("forms.export.asShown")}
        </DropdownMenu.Item>
        {PERIODS.map(([period, label]) => (
          <DropdownMenu.Item
            key={period}
            onClick={() => void save(within(periods[period](new Date())))}
          >
            {t(label)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
