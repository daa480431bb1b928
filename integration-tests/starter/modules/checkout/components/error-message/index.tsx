import React from "react"

const ErrorMessage = ({
  error,
  "data-testid": dataTestid,
}: {
  error?: string | null
  "data-testid"?: string
}) => (error ? <div data-testid={dataTestid}>{error}</div> : null)

export default ErrorMessage
