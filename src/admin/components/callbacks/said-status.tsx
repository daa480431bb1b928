import { statusWords } from "../../lib/status-words"
import { useTexts } from "../../lib/texts"

/** The status a callback reports, in words where it is one of an order. */
export const SaidStatus = ({ status }: { status: string | null }) => {
  const t = useTexts()

  if (status === null) {
    return <>{t("callbacks.saidNothing")}</>
  }
  const words = statusWords({ state: "created", remote_status: status })
  return <>{words ? t(words.text) : status}</>
}
