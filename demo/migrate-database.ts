import { container } from "@medusajs/framework"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { migrate } from "@medusajs/medusa/commands/db/migrate"
import { migrateSearchIndexes } from "@medusajs/medusa/commands/db/migrate-search"
import { initializeContainer } from "@medusajs/medusa/loaders/index"

/**
 * Brings the database up to date as `medusa db:migrate` does, in this process: the command starts two more, which costs
 * seconds and is of use only to a store with migration scripts.
 */
export async function migrateDatabase(directory: string): Promise<void> {
  await initializeContainer(directory)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await migrate({
    directory,
    container,
    logger,
    skipLinks: false,
    skipScripts: true,
    skipSearch: true,
    executeAllLinks: true,
    executeSafeLinks: false,
    executeAllSearch: false,
    executeSafeSearch: false,
  })
  await migrateSearchIndexes({ directory, container, logger })
  // Modules loaded for the migrations are no modules to serve with.
  MedusaModule.clearInstances()
}
