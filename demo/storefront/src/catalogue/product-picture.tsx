import type { ReactNode } from "react"

type Drawing = { background: string; shape: ReactNode }

const plain: Drawing = {
  background: "#dfe6e3",
  shape: <path d="M20 90l35-50 20 28 16-20 30 42z" fill="#4d7480" opacity=".8" />,
}

const drawings: Record<string, Drawing> = {
  "wool-blanket": {
    background: "#dce5e8",
    shape: (
      <g>
        <rect x="34" y="32" width="72" height="60" rx="6" fill="#5b7885" />
        <path d="M34 50h72M34 62h72M34 74h72" stroke="#eef3f4" strokeWidth="4" />
        <path
          d="M38 92v8m8-8v8m8-8v8m8-8v8m8-8v8m8-8v8m8-8v8m8-8v8"
          stroke="#5b7885"
          strokeWidth="3"
        />
      </g>
    ),
  },
  "camp-mug": {
    background: "#efe7dc",
    shape: (
      <g>
        <path d="M96 52c20-4 22 30-2 30" fill="none" stroke="#12394a" strokeWidth="6" />
        <path d="M42 40h56v46a10 10 0 0 1-10 10H52a10 10 0 0 1-10-10z" fill="#fdfcf9" />
        <path d="M40 40h60" stroke="#12394a" strokeWidth="6" strokeLinecap="round" />
        <path d="M52 84l12-18 8 10 6-8 12 16z" fill="#4d7480" />
      </g>
    ),
  },
  "wool-socks": {
    background: "#ecdfd9",
    shape: (
      <g>
        <path
          d="M52 26h30v36c0 6 3 8 10 12l10 6c8 5 4 18-6 18H74c-14 0-22-8-22-22z"
          fill="#a5483a"
        />
        <path d="M52 34h30M52 42h30" stroke="#f7ece7" strokeWidth="4" />
        <path d="M93 98c8 0 13-10 8-16" fill="none" stroke="#f7ece7" strokeWidth="4" />
      </g>
    ),
  },
  "harbour-coffee": {
    background: "#e6ddd3",
    shape: (
      <g>
        <path d="M46 34h48l6 64H40z" fill="#4a352a" />
        <path d="M46 34l4-10h40l4 10z" fill="#6b5042" />
        <rect x="52" y="52" width="36" height="28" rx="3" fill="#f3eadf" />
        <path d="M57 70c4-4 8 4 13 0s8 4 13 0" fill="none" stroke="#4d7480" strokeWidth="3" />
      </g>
    ),
  },
  "museum-pass": {
    background: "#dde4da",
    shape: (
      <g>
        <rect x="28" y="40" width="84" height="50" rx="7" fill="#3c6650" />
        <path d="M38 78V62l12-8 12 8v16z" fill="#eef3ec" />
        <path d="M72 60h30M72 69h30M72 78h18" stroke="#eef3ec" strokeWidth="4" />
      </g>
    ),
  },
  "coast-book": {
    background: "#dbe3ec",
    shape: (
      <g>
        <path d="M42 28h52a4 4 0 0 1 4 4v68H46a6 6 0 0 1-6-6V30z" fill="#24476b" />
        <path d="M46 90h52v10H46a5 5 0 0 1 0-10z" fill="#f4f1ea" />
        <path d="M52 74l12-20 9 12 6-8 12 16z" fill="#e9eef4" />
      </g>
    ),
  },
}

/** A drawing of the product; the page carries no photographs. */
export const ProductPicture = ({ handle }: { handle: string }) => {
  const { background, shape } = drawings[handle] ?? plain
  return (
    <svg
      className="product-picture"
      viewBox="0 0 140 124"
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      style={{ backgroundColor: background }}
    >
      {shape}
    </svg>
  )
}
