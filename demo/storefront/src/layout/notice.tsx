import type { ReactNode } from "react"

/** A message that assistive technology reads at once. */
export const Notice = ({ tone, children }: { tone: "problem" | "info"; children: ReactNode }) => (
  <div className={`notice notice-${tone}`} role={tone === "problem" ? "alert" : "status"}>
    {children}
  </div>
)
