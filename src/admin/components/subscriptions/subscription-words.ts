import type { BadgeColor } from "../../lib/status-words"
import type { TextKey } from "../../lib/texts"

type Words = { readonly text: TextKey; readonly color: BadgeColor }

const ofSubscription: Readonly<Record<string, Words>> = {
  SENT: { text: "subscriptions.status.sent", color: "orange" },
  SEND: { text: "subscriptions.status.sent", color: "orange" },
  ONGOING: { text: "subscriptions.status.ongoing", color: "green" },
  "ON GOING": { text: "subscriptions.status.ongoing", color: "green" },
  COMPLETED: { text: "subscriptions.status.completed", color: "grey" },
  CANCELLED: { text: "subscriptions.status.cancelled", color: "red" },
}

const ofCycle: Readonly<Record<string, Words>> = {
  PAID: { text: "subscriptions.cycleStatus.paid", color: "green" },
  INVOICED: { text: "subscriptions.cycleStatus.invoiced", color: "orange" },
  INKASSO: { text: "subscriptions.cycleStatus.debtCollection", color: "red" },
  DEBTCOLLECTION: {
    text: "subscriptions.cycleStatus.debtCollection",
    color: "red",
  },
  REFUNDED: { text: "subscriptions.cycleStatus.refunded", color: "grey" },
}

const normalised = (status: string) => status.trim().toUpperCase().replaceAll(/[_-]/g, " ")

/** A subscription's status in words; undefined for one the service has not published. */
export const subscriptionWords = (status: string): Words | undefined =>
  ofSubscription[normalised(status)]

/** The status of a cycle, or of a failed payment, in words. */
export const cycleWords = (status: string): Words | undefined => ofCycle[normalised(status)]

const frequencies: Readonly<Record<string, TextKey>> = {
  day: "subscriptions.frequency.day",
  daily: "subscriptions.frequency.day",
  week: "subscriptions.frequency.week",
  weekly: "subscriptions.frequency.week",
  month: "subscriptions.frequency.month",
  monthly: "subscriptions.frequency.month",
  year: "subscriptions.frequency.year",
  yearly: "subscriptions.frequency.year",
}

/** How often a subscription bills, in words. */
export const frequencyWords = (frequency: string): TextKey | undefined =>
  frequencies[frequency.trim().toLowerCase()]
