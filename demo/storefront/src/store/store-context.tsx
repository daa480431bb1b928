import { createContext, useContext, useState, type ReactNode } from "react"
import { createStoreClient, type StoreClient } from "./store-client"
import type { StoreSettings } from "./store-settings"

type Store = { client: StoreClient; settings: StoreSettings }

const StoreContext = createContext<Store | undefined>(undefined)

/** Gives the pages below it the client of the Store API. */
export const StoreProvider = ({
  settings,
  children,
}: {
  settings: StoreSettings
  children: ReactNode
}) => {
  const [store] = useState(() => ({
    client: createStoreClient(settings),
    settings,
  }))
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>
}

/** The client of the Store API and the storefront's settings. */
export const useStore = (): Store => {
  const store = useContext(StoreContext)
  if (!store) {
    throw new Error("useStore is used outside StoreProvider")
  }
  return store
}
