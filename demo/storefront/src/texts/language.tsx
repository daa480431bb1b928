import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react"
import { moneyIn } from "../store/money"
import { en, type Texts } from "./en"
import { no } from "./no"

type Language = "en" | "no"

const KEY = "language"

const textsOf: Record<Language, Texts> = { en, no }

type Chosen = {
  texts: Texts
  /** @param value in major units, as the Store API gives it */
  money: (value: number) => string
  switchLanguage: () => void
}

const LanguageContext = createContext<Chosen | undefined>(undefined)

/** Gives the pages below it their texts: in the language that the shopper chose, or else in the browser's. */
export const LanguageProvider = ({ children }: { children: ReactNode }) => {
  const [language, setLanguage] = useState<Language>(initialLanguage)
  const chosen = useMemo<Chosen>(() => {
    const texts = textsOf[language]
    return {
      texts,
      money: (value) => moneyIn(texts.locale, value),
      switchLanguage: () => {
        const next = language === "en" ? "no" : "en"
        localStorage.setItem(KEY, next)
        setLanguage(next)
      },
    }
  }, [language])
  useEffect(() => {
    document.documentElement.lang = chosen.texts.locale.slice(0, 2)
  }, [chosen])
  return <LanguageContext.Provider value={chosen}>{children}</LanguageContext.Provider>
}

export const useLanguage = (): Chosen => {
  const chosen = useContext(LanguageContext)
  if (!chosen) {
    throw new Error("useLanguage is used outside LanguageProvider")
  }
  return chosen
}

const initialLanguage = (): Language => {
  const kept = localStorage.getItem(KEY)
  if (kept === "en" || kept === "no") {
    return kept
  }
  const known = navigator.languages.find((tag) => /^(en|nb|nn|no)\b/i.test(tag))
  return known === undefined || /^en/i.test(known) ? "en" : "no"
}
