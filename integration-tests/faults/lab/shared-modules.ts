/** Modules for server instances that share a database and keep their locks in it. */
export const locksInPostgres = {
  resolve: "@medusajs/medusa/locking",
  options: {
    providers: [
      {
        resolve: "@medusajs/medusa/locking-postgres",
        id: "locking-postgres",
        is_default: true,
      },
    ],
  },
}

/** Modules for server instances that share a database and a Redis: locks, events and workflows go over it. */
export const modulesOnRedis = (redisUrl: string) => [
  {
    resolve: "@medusajs/medusa/locking",
    options: {
      providers: [
        {
          resolve: "@medusajs/medusa/locking-redis",
          id: "locking-redis",
          is_default: true,
          options: { redisUrl },
        },
      ],
    },
  },
  { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
  {
    resolve: "@medusajs/medusa/workflow-engine-redis",
    options: { redis: { redisUrl } },
  },
]
