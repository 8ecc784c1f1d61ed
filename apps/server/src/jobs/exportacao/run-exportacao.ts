import type { JobHandlers } from "../job.ts";

export const exportacaoJob: JobHandlers = {
  run: async () => {
    throw new Error("not yet");
  },
  onGiveUp: async () => {},
};
