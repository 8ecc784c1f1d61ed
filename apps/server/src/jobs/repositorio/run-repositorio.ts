import type { JobHandlers } from "../job.ts";

export const repositorioJob: JobHandlers = {
  run: async () => {
    throw new Error("not yet");
  },
  onGiveUp: async () => {},
};
