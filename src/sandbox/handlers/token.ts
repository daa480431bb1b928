import type { Handler } from "./handler"
import { done } from "./replies"

// The token was verified when the call was let through.
export const verifyToken: Handler<"token.verify"> = ({ operation }) => done(operation, null, false)
