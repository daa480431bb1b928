import { magicOrganization, magicPerson } from "./magic-inputs"
import type { Assessment } from "./state/checks"

const assessments = {
  good: {
    score: 856,
    scoreMessage: "Good Credit Rating",
    riskLevel: "Low",
    defaultProbability: "0.44",
  },
  moderateRisk: {
    score: 441,
    scoreMessage: "High to moderate risk, credit up to NOK 20,000 can be approved",
    riskLevel: "Moderate",
    defaultProbability: "15% - 27%",
  },
  highRisk: {
    score: 120,
    scoreMessage: "High risk, credit is not recommended",
    riskLevel: "High",
    defaultProbability: "27% - 50%",
  },
  unknown: {
    score: 0,
    scoreMessage: "Credit information could not be retrieved",
    riskLevel: "High",
    defaultProbability: "0",
  },
} as const satisfies Record<string, Assessment>

/** What a credit check says of a person: good, unless the personal number is a magic one. */
export function assessPerson(personalNumber: string): Assessment {
  const person = magicPerson(personalNumber)
  switch (person) {
    case "denied":
      return assessments.highRisk
    case "moderateRisk":
    case "highRisk":
    case "unknown":
      return assessments[person]
    default:
      return assessments.good
  }
}

/** What a credit check says of a company: good, unless the organization number is a magic one. */
export function assessCompany(organizationId: string): Assessment {
  return assessments[magicOrganization(organizationId) ?? "good"]
}
