export { sweepEInvoiceOrders, type Sweep } from "./sweep-e-invoice-orders"
