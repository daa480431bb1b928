import { randomBytes } from "node:crypto"

import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import type { EInvoiceSuite } from "./e-invoice-suite"

/**
 * Goes on with a new encryption key, as a server does that was started again with other options.
 *
 * @param keepOld whether the key so far is among `previousEncryptionKeys`
 */
export function rotateKey(suite: EInvoiceSuite, keepOld: boolean): void {
  const { container, eInvoice } = suite
  const { encryptionKey, previousEncryptionKeys } = eInvoice.options
  const cradle = {
    [ContainerRegistrationKeys.PG_CONNECTION]: container.resolve(
      ContainerRegistrationKeys.PG_CONNECTION
    ),
    [ContainerRegistrationKeys.LOGGER]: container.resolve(ContainerRegistrationKeys.LOGGER),
    [Modules.EVENT_BUS]: container.resolve(Modules.EVENT_BUS),
  }
  const restarted = new EInvoiceModuleService(cradle, {
    ...eInvoice.options,
    encryptionKey: randomBytes(32).toString("base64"),
    previousEncryptionKeys: keepOld ? [encryptionKey, ...previousEncryptionKeys] : [],
  })
  const { options, keys, shopperData, callbackTokens, operations, records } = restarted
  Object.assign(eInvoice, {
    options,
    keys,
    shopperData,
    callbackTokens,
    operations,
    records,
  })
}
