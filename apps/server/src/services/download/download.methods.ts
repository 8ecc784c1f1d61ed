import type { Handlers } from "../handler.ts";

const notYet = async (): Promise<never> => {
  throw new Error("not yet");
};

export const downloadMethods = {
  "Download.processaDownload": notYet,
  "Download.getListDownload": notYet,
} satisfies Handlers<"Download">;
