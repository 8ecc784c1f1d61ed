import type { BlobStore } from "./blob/blob-store.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/index.ts";
import type { Logger } from "./log.ts";
import type { Cofre } from "./secrets/cofre.ts";

/** What every method, stage and job of one process stands on. */
export type AppContext = {
  config: Config;
  database: Database;
  blobs: BlobStore;
  cofre: Cofre;
  clock: Clock;
  log: Logger;
  /** Tells this process' dispatcher that a tarefa was just planned; call it after the commit. Absent in http. */
  wake?: () => void;
};
