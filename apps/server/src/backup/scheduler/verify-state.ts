import fs from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { SHARES, type VerifyState } from "./scheduler.rules.ts";

const content = z.object({
  share: z
    .int()
    .min(0)
    .max(SHARES - 1),
  shareAt: z.coerce.date(),
  wholeAt: z.coerce.date(),
});

const fileOf = (dataDir: string): string => path.join(dataDir, "backup", "conferencias.json");

/** Reads when this machine last verified; on a new machine the first share is due in a day. */
export async function readVerifyState(dataDir: string, now: Date): Promise<VerifyState> {
  const text = await fs.readFile(fileOf(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text !== null) return content.parse(JSON.parse(text));
  const first = { share: 0, shareAt: now, wholeAt: now };
  await writeVerifyState(dataDir, first);
  return first;
}

export async function writeVerifyState(dataDir: string, state: VerifyState): Promise<void> {
  const file = fileOf(dataDir);
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.writeFile(`${file}.novo`, `${JSON.stringify(state)}\n`, { flush: true });
  await fs.rename(`${file}.novo`, file);
}
