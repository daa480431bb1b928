import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useState } from "react"
import { BrowserRouter, Route, Routes } from "react-router-dom"
import { CartPage } from "./cart/cart-page"
import { ProductList } from "./catalogue/product-list"
import { ProductPage } from "./catalogue/product-page"
import { CheckoutPage } from "./checkout/checkout-page"
import { ConfirmationPage } from "./confirmation/confirmation-page"
import { Footer } from "./layout/footer"
import { Header } from "./layout/header"
import { NotFoundPage } from "./layout/not-found-page"
import { TermsPage } from "./layout/terms-page"
import { StoreProvider } from "./store/store-context"
import { LanguageProvider, useLanguage } from "./texts/language"
import type { StoreSettings } from "./store/store-settings"

/** The whole storefront. */
export const App = ({ settings }: { settings: StoreSettings }) => {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } },
      })
  )
  return (
    <StoreProvider settings={settings}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <LanguageProvider>
            <Pages />
          </LanguageProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </StoreProvider>
  )
}

const Pages = () => {
  const { texts } = useLanguage()
  return (
    <>
      <a className="skip-link" href="#content">
        {texts.skip}
      </a>
      <Header />
      <main id="content" className="page" tabIndex={-1}>
        <Routes>
          <Route path="/" element={<ProductList />} />
          <Route path="/products/:handle" element={<ProductPage />} />
          <Route path="/cart" element={<CartPage />} />
          <Route path="/checkout" element={<CheckoutPage />} />
          <Route path="/orders/:id" element={<ConfirmationPage />} />
          <Route path="/terms" element={<TermsPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </main>
      <Footer />
    </>
  )
}
