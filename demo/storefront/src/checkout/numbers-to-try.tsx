import { useStore } from "../store/store-context"

/** Only a demonstration has this: synthetic personal numbers. */
export const NumbersToTry = ({ onUse }: { onUse: (number: string) => void }) => {
  const { personalNumbersToTry } = useStore().settings
  if (personalNumbersToTry.length === 0) {
    return null
  }
  return (
    <details className="try">
      <summary>Numbers to try</summary>
      <p className="quiet">They are synthetic; use no real one here.</p>
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
