import { useCallback } from "react"
import { useTranslation } from "react-i18next"

import type english from "../i18n/en"

/** The namespace of our texts in the dashboard, and `translationNs` of our menu items. */
export const TEXTS_NAMESPACE = "eInvoice"

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${"one" | "other"}` ? Base : Key

type KeysOf<Texts, Path extends string = ""> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Path}${Key}.`>
}[keyof Texts & string]

/** The name of one of our texts; a name that does not exist fails to compile. */
export type TextKey = KeysOf<typeof english>

/** Under which the texts of a drawer stand: on its button, above and at the end of its form, and when it is done. */
export type DrawerTexts = GroupWith<"label" | "title" | "description" | "submit" | "done">

type GroupWith<Members extends string> = {
  [Key in TextKey]: Key extends `${infer Group}.submit`
    ? Exclude<`${Group}.${Members}`, TextKey> extends never
      ? Group
      : never
    : never
}[TextKey]

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Our texts in the language the person picked in Admin; English where Admin's language has none. */
export const useTexts = (): Translate => {
  const { t } = useTranslation(TEXTS_NAMESPACE)
  return useCallback((key, values) => t(key, { ...values }), [t])
}
