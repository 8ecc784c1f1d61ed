import fs from "node:fs/promises";
import type { TestContext } from "../../tests/setup/context.ts";

/** Cost in seconds: elapsed time, CPU of this process, and CPU of PostgreSQL (null if unknown). */
export type Cost = { elapsed: number; cpu: number; postgres: number | null };

/** Clock ticks per second in /proc: 100 on Linux for decades.   @source proc_pid_stat(5), sysconf(3) */
const TICKS = 100;
const UTIME = 11;

/** Measures the cost of `work`. */
export async function measure(work: () => Promise<unknown>, context?: TestContext): Promise<Cost> {
  const postmaster = context ? await findPostmaster(context) : null;
  const before = { postgres: await readPostgres(postmaster), cpu: process.cpuUsage(), at: performance.now() };
  await work();
  const elapsed = (performance.now() - before.at) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  const after = await readPostgres(postmaster);
  return {
    elapsed,
    cpu: (user + system) / 1_000_000,
    postgres: after === null || before.postgres === null ? null : after - before.postgres,
  };
}

async function findPostmaster({ asOwner }: TestContext): Promise<number | null> {
  const [row] = await asOwner<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const stat = row ? await readStat(row.pid) : null;
  return stat === null ? null : Number(stat[1]);
}

/** CPU seconds of the server, its running child processes and those that ended. */
async function readPostgres(postmaster: number | null): Promise<number | null> {
  if (postmaster === null) return null;
  const pids = (await fs.readdir("/proc")).filter((name) => /^[0-9]+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await readStat(pid) })));
  const ours = stats.filter(({ pid, stat }) => pid === postmaster || Number(stat?.[1]) === postmaster);
  const ticks = ours.map(({ pid, stat }) => sumTicks(stat ?? [], pid === postmaster ? 4 : 2));
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** User and system time of a process; with 4 fields, also of its ended children. */
function sumTicks(stat: readonly string[], fields: number): number {
  return stat.slice(UTIME, UTIME + fields).reduce((sum, field) => sum + Number(field), 0);
}

/** Fields after the name, from the state on; null without such a process or without /proc. */
async function readStat(pid: number): Promise<string[] | null> {
  const text = await fs.readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return text === null ? null : text.slice(text.lastIndexOf(")") + 2).split(" ");
}
