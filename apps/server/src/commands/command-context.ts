import type { AppContext } from "../app-context.ts";
import { loadConfig } from "../config.ts";
import { openContext } from "../open-context.ts";
import { NO_TRACING } from "../tracing/tracing.ts";

const POOL_MAX = 2;

/** Environment and output streams of a command of the operator. */
export type CommandIo = {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Pick<NodeJS.WritableStream, "write">;
  stderr: Pick<NodeJS.WritableStream, "write">;
};

/** Exit codes besides 0, of all commands. */
export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/** Does a command's work with an open context, and closes it. processName: as the database shows it. */
export async function withContext<T>(
  env: CommandIo["env"],
  processName: string,
  work: (ctx: AppContext) => Promise<T>,
): Promise<T> {
  // The operator reads the command's own output, not a server log.
  const config = { ...loadConfig(env), logLevel: "silent" };
  const ctx = await openContext(config, { processName, poolMax: POOL_MAX, tracing: NO_TRACING });
  try {
    return await work(ctx);
  } finally {
    ctx.mail.close();
    await ctx.database.close();
  }
}
