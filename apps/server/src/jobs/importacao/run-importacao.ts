import type { JobHandlers } from "../job.ts";

export const importacaoJob: JobHandlers = {
  run: async () => {
    throw new Error("not yet");
  },
  onGiveUp: async () => {},
};
