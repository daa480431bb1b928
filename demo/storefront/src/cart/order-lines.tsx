import { useLanguage } from "../texts/language"

type OrderLinesProps = {
  /** Of a cart or an order. */
  items:
    | readonly {
        id: string
        quantity: number
        unit_price: number
        product_title?: string | null
        variant_title?: string | null
      }[]
    | null
    | undefined
}

/** What is being ordered, or was: each line with its price. */
export const OrderLines = ({ items }: OrderLinesProps) => {
  const { money } = useLanguage()
  return (
    <ul className="summary-lines">
      {(items ?? []).map((line) => (
        <li key={line.id}>
          <span>
            {line.quantity} × {line.product_title}
            <span className="quiet">, {line.variant_title}</span>
          </span>
          <span>{money(line.unit_price * line.quantity)}</span>
        </li>
      ))}
    </ul>
  )
}
