import { Button } from "@medusajs/ui"
import type { ReactNode } from "react"

import type { EInvoiceOrderDetail } from "../lib/e-invoice-order"
import { useTexts } from "../lib/texts"
import { useEInvoiceOrder } from "../lib/use-e-invoice-order"
import { LoadFailure } from "./load-failure"
import { LoadingRows } from "./loading-rows"
import { TitledDrawer } from "./titled-drawer"

type OrderDetailDrawerProps = {
  /** The e-invoice order to fetch when the drawer opens. */
  id: string
  /** Names the drawer, and the button that opens it. */
  title: string
  description: string
  children: (detail: EInvoiceOrderDetail) => ReactNode
}

/** A button, and behind it a drawer that shows a side of one e-invoice order, fetched when it opens. */
export const OrderDetailDrawer = ({ id, title, description, children }: OrderDetailDrawerProps) => {
  return (
    <TitledDrawer
      trigger={
        <Button type="button" size="small" variant="secondary">
          {title}
        </Button>
      }
      title={title}
      description={description}
    >
      <FetchedDetail id={id}>{children}</FetchedDetail>
    </TitledDrawer>
  )
}

const FetchedDetail = ({ id, children }: Pick<OrderDetailDrawerProps, "id" | "children">) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useEInvoiceOrder(id)

  if (data) {
    return children(data)
  }
  if (error) {
    return <LoadFailure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  return <LoadingRows label={t("load.loading")} rows={4} />
}
