import { z } from "zod"

import { lenientList, optionalAmount, optionalText } from "../../lib/answer-values"
import { jobSchema } from "../../lib/job"

const optionSchema = z.object({
  name: z.string(),
  type: z.string(),
  value: z.unknown(),
  default: optionalText.optional(),
  unit: optionalText.optional(),
  description: z.string().catch(""),
  secret: z.boolean(),
  is_set: z.boolean(),
  is_default: z.boolean(),
})

const operationSchema = z.object({
  id: z.string(),
  area: z.string(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  overridden: z.boolean().catch(false),
  enabled: z.boolean(),
  option: z.string(),
  provenance: z.string(),
})

const answerSchema = z.object({
  settings: z.object({
    options: lenientList(optionSchema),
    operations: lenientList(operationSchema),
    jobs: lenientList(jobSchema),
  }),
})

const connectionTestSchema = z.object({
  connection_test: z.object({
    address: z.string(),
    verdict: z.string(),
    http_status: z.number().nullable().catch(null),
    message: optionalText,
    advice: optionalText,
    duration_ms: optionalAmount,
  }),
})

const callbackTestSchema = z.object({
  callback_test: z.object({
    address: z.string(),
    loopback: z.boolean(),
    verdict: z.string(),
    http_status: z.number().nullable().catch(null),
    detail: optionalText,
    duration_ms: optionalAmount,
  }),
})

/** An option of the plugin and what it is set to; of a secret, only whether it is. */
export type OptionInForce = z.infer<typeof optionSchema>

/** An operation of the service, as this store has it configured. */
export type ConfiguredOperation = z.infer<typeof operationSchema>

export type ConnectionTest = z.infer<typeof connectionTestSchema>["connection_test"]

export type CallbackTest = z.infer<typeof callbackTestSchema>["callback_test"]

/** Reads the answer of `GET /admin/e-invoice/settings`. */
export const parseSettings = (answer: unknown) => answerSchema.parse(answer).settings

/** Reads the answer of `POST /admin/e-invoice/settings/connection-test`. */
export const parseConnectionTest = (answer: unknown): ConnectionTest =>
  connectionTestSchema.parse(answer).connection_test

/** Reads the answer of `POST /admin/e-invoice/settings/callback-test`. */
export const parseCallbackTest = (answer: unknown): CallbackTest =>
  callbackTestSchema.parse(answer).callback_test
