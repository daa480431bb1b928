import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app"
import { fetchStoreSettings } from "./store/store-settings"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/form.css"
import "./styles/shop.css"

const container = document.getElementById("app")
if (!container) {
  throw new Error("The page has no element with the id app")
}
const root = createRoot(container)

fetchStoreSettings()
  .then((settings) =>
    root.render(
      <StrictMode>
        <App settings={settings} />
      </StrictMode>
    )
  )
  .catch(() =>
    root.render(
      <main className="page">
        <h1>The store is not open yet</h1>
        <p>It is still starting. Please reload the page in a moment.</p>
      </main>
    )
  )
