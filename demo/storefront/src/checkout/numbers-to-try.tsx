import { useStore } from "../store/store-context"
import { useLanguage } from "../texts/language"

/** Only a demonstration has this: synthetic personal numbers. */
export const NumbersToTry = ({ onUse }: { onUse: (number: string) => void }) => {
  const texts = useLanguage().texts.invoice
  const { personalNumbersToTry } = useStore().settings
  if (personalNumbersToTry.length === 0) {
    return null
  }
  return (
    <details className="try">
      <summary>{texts.toTry}</summary>
      <p className="quiet">{texts.synthetic}</p>
      <ul>
        {personalNumbersToTry.map(({ number, effect }) => (
          <li key={number}>
            <button type="button" className="text-button" onClick={() => onUse(number)}>
              {number}
            </button>
            <span className="quiet"> {effect}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
