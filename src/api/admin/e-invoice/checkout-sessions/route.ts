import { createCheckoutSessionWorkflow } from "../../../../workflows/operations/checkout-workflows"
import { changingRoute } from "../changing-route"

export const POST = changingRoute("checkout.create-session", createCheckoutSessionWorkflow)
