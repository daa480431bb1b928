import { conflict, notFound } from "../answers"
import { done, type Handlers } from "./handler"

/** The emulation of users and token. */
export const accountHandlers = {
  // Published as GET; the fields are those of the portal. Without them a user without a name is made.
  "users.create"(call) {
    const { body, operation, params, world } = call
    const email = body?.email ?? ""
    const isTaken = world.users.list().some((user) => user.email === email)
    if (email !== "" && isTaken) {
      return conflict("userAlreadyExistsWithSameEmail")
    }
    if (body?.organizationUuid && !ORGANIZATION.test(body.organizationUuid)) {
      return notFound("organizationNotFound")
    }
    const { uuid } = world.users.add({
      uuid: world.newIdentifier("USR", (taken) => world.users.has(taken)),
      role: params.userRoleSlug,
      name: body?.name ?? "",
      email,
      createdAt: world.clock.seconds(),
    })
    return done(operation, { uuid })
  },

  // The token was verified when the call was let through.
  "token.verify"({ operation }) {
    return done(operation, null)
  },
} satisfies Handlers

const ORGANIZATION = /^ORG\d{10}$/
