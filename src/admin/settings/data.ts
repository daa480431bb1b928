import type {
  CallbackTestAnswer,
  ConnectionTestAnswer,
  SettingsAnswer,
} from "../../api/admin/e-invoice/answers"
import type { TextKey } from "../lib/texts"

/** An option of the plugin and what it is set to; of a secret, only whether it is. */
export type OptionInForce = SettingsAnswer["options"][number]

/** An operation of the service, as this store has it configured. */
export type ConfiguredOperation = SettingsAnswer["operations"][number]

export type ConnectionTest = ConnectionTestAnswer

export type CallbackTest = CallbackTestAnswer

/** `GET /admin/e-invoice/settings` */
export const readSettings = ({ settings }: { settings: SettingsAnswer }) => settings

/** `POST /admin/e-invoice/settings/connection-test` */
export const readConnectionTest = (answer: { connection_test: ConnectionTest }) =>
  answer.connection_test

/** `POST /admin/e-invoice/settings/callback-test` */
export const readCallbackTest = (answer: { callback_test: CallbackTest }) => answer.callback_test

/** What a test found, in words: what it means, and what to do. */
export type Verdict = {
  readonly title: TextKey
  readonly advice: TextKey
}

/** Of the test of the connection, by the server's word. */
export const connectionVerdicts: Readonly<Record<ConnectionTest["verdict"], Verdict>> = {
  ok: {
    title: "settings.connection.ok.title",
    advice: "settings.connection.ok.advice",
  },
  token_refused: {
    title: "settings.connection.tokenRefused.title",
    advice: "settings.connection.tokenRefused.advice",
  },
  unreachable: {
    title: "settings.connection.unreachable.title",
    advice: "settings.connection.unreachable.advice",
  },
  not_found: {
    title: "settings.connection.notFound.title",
    advice: "settings.connection.notFound.advice",
  },
  switched_off: {
    title: "settings.connection.switchedOff.title",
    advice: "settings.connection.switchedOff.advice",
  },
  unusable_answer: {
    title: "settings.connection.unusable.title",
    advice: "settings.connection.unusable.advice",
  },
  refused: {
    title: "settings.connection.refused.title",
    advice: "settings.connection.refused.advice",
  },
}

/** Of the test of the callback address, by the server's word. */
export const callbackVerdicts: Readonly<Record<CallbackTest["verdict"], Verdict>> = {
  ok: {
    title: "settings.callback.ok.title",
    advice: "settings.callback.ok.advice",
  },
  query_lost: {
    title: "settings.callback.queryLost.title",
    advice: "settings.callback.queryLost.advice",
  },
  wrong_store: {
    title: "settings.callback.wrongStore.title",
    advice: "settings.callback.wrongStore.advice",
  },
  not_found: {
    title: "settings.callback.notFound.title",
    advice: "settings.callback.notFound.advice",
  },
  redirected: {
    title: "settings.callback.redirected.title",
    advice: "settings.callback.redirected.advice",
  },
  access_denied: {
    title: "settings.callback.accessDenied.title",
    advice: "settings.callback.accessDenied.advice",
  },
  server_failed: {
    title: "settings.callback.serverFailed.title",
    advice: "settings.callback.serverFailed.advice",
  },
  other_answer: {
    title: "settings.callback.otherAnswer.title",
    advice: "settings.callback.otherAnswer.advice",
  },
  unknown_host: {
    title: "settings.callback.unknownHost.title",
    advice: "settings.callback.unknownHost.advice",
  },
  connection_refused: {
    title: "settings.callback.connectionRefused.title",
    advice: "settings.callback.connectionRefused.advice",
  },
  tls_failed: {
    title: "settings.callback.tlsFailed.title",
    advice: "settings.callback.tlsFailed.advice",
  },
  timed_out: {
    title: "settings.callback.timedOut.title",
    advice: "settings.callback.timedOut.advice",
  },
  unreachable: {
    title: "settings.callback.unreachable.title",
    advice: "settings.callback.unreachable.advice",
  },
}
