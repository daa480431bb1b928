import { cookies } from "./cookies"

export const getLocale = async (): Promise<string | null> => cookies.get("_medusa_locale") ?? null
