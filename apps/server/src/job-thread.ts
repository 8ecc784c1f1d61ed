/** Program of the threads that run whole jobs (jobs/threads/job-pools.ts). */
import { joinHandlers, READING_HANDLERS } from "./jobs/reading/reading-handlers.ts";
import { createJobRunner } from "./jobs/threads/run-job.ts";
import { beginThread } from "./jobs/threads/thread-start.ts";

beginThread();

export const runJob = createJobRunner(joinHandlers(READING_HANDLERS));
