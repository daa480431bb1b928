import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, PaymentActions } from "@medusajs/framework/utils"

import { E_INVOICE_IDENTIFIER } from "../../modules/e-invoice/registration"
import { authorizePayment } from "./authorize"
import { capturePayment } from "./capture"
import { cancelPayment, getPaymentStatus, retrievePayment } from "./payment"
import { deletePayment, initiatePayment, updatePayment } from "./session"
import { dependenciesOf, type ProviderDependencies } from "./dependencies"
import { refundPayment } from "./refund"

/** Nothing is kept about a customer: Medusa stores an account holder only when it is given one. */
const NO_ACCOUNT_HOLDER = {}

/** Invoices to private customers, as a Medusa payment provider. Each method stands in a file of its own. */
export default class EInvoiceProviderService extends AbstractPaymentProvider {
  static override identifier = E_INVOICE_IDENTIFIER

  constructor(cradle: Record<string, unknown>, options?: Record<string, unknown>) {
    super(cradle, options)
  }

  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return initiatePayment(this.dependencies, input)
  }

  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return updatePayment(this.dependencies, input)
  }

  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return authorizePayment(this.dependencies, input)
  }

  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return capturePayment(this.dependencies, input)
  }

  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return cancelPayment(this.dependencies, input)
  }

  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    return refundPayment(this.dependencies, input)
  }

  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return deletePayment(this.dependencies, input)
  }

  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return getPaymentStatus(this.dependencies, input)
  }

  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return retrievePayment(this.dependencies, input)
  }

  /** The service reports by GET to a route of this plugin; what is posted to Medusa's own route is not from it. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  async createAccountHolder(): Promise<object> {
    return NO_ACCOUNT_HOLDER
  }

  async retrieveAccountHolder(): Promise<object> {
    return NO_ACCOUNT_HOLDER
  }

  async updateAccountHolder(): Promise<object> {
    return NO_ACCOUNT_HOLDER
  }

  async deleteAccountHolder(): Promise<object> {
    return NO_ACCOUNT_HOLDER
  }

  async listPaymentMethods(): Promise<[]> {
    return []
  }

  private get dependencies(): ProviderDependencies {
    return dependenciesOf(this.container)
  }
}
