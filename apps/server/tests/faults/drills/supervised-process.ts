import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const DIST = path.resolve(import.meta.dirname, "../../../dist");
const ROOT = path.resolve(import.meta.dirname, "../../../../..");
/** Pause of the supervisor before the next start. */
const AGAIN_MS = 500;
/** Number of latest log lines that are kept. */
const LINES_MAX = 5_000;

/** One process of the product under a supervisor that restarts it whenever it ends. */
export type SupervisedProcess = {
  start(): void;
  /** Ends it with a signal; without `stay` it is started again. */
  kill(signal: NodeJS.Signals, o?: { stay?: boolean }): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Warnings and worse since the last call, each message once. */
  warnings(): string[];
  stop(): Promise<void>;
};

/** Starts nothing yet. env is read at each start. */
export function createSupervisedProcess(
  entry: "http" | "worker",
  env: () => NodeJS.ProcessEnv,
): SupervisedProcess {
  let child: ChildProcess | null = null;
  let wanted = false;
  let lines: string[] = [];
  const launch = (): void => {
    const own = spawn(process.execPath, ["--enable-source-maps", path.join(DIST, `${entry}.mjs`)], {
      cwd: ROOT,
      env: env(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = own;
    for (const stream of [own.stdout, own.stderr]) {
      stream?.on("data", (data) => {
        lines = [...lines, ...String(data).split("\n")].slice(-LINES_MAX);
      });
    }
    own.once("exit", () => {
      if (child === own) child = null;
      if (wanted) setTimeout(() => wanted && child === null && launch(), AGAIN_MS);
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const own = child;
    if (own === null) return;
    const ended = once(own, "exit");
    own.kill(signal);
    await ended;
  };
  return {
    start: () => {
      wanted = true;
      if (child === null) launch();
    },
    kill: async (signal, { stay = false } = {}) => {
      if (stay) wanted = false;
      await end(signal);
    },
    signal: (signal) => void child?.kill(signal),
    warnings: () => {
      const messages = new Set(lines.flatMap(sentenceOf));
      lines = [];
      return [...messages];
    },
    stop: async () => {
      wanted = false;
      child?.kill("SIGCONT");
      await end("SIGKILL");
    },
  };
}

/** Returns the message of a JSON log line from warning on, and any other line that begins with "[". */
function sentenceOf(line: string): string[] {
  if (line.trim() === "") return [];
  try {
    const { level, msg } = JSON.parse(line) as { level?: number | string; msg?: string };
    const isWarning = typeof level === "number" ? level >= 40 : /warn|error|fatal/.test(level ?? "");
    return isWarning && msg !== undefined ? [msg] : [];
  } catch {
    return line.startsWith("[") ? [line] : [];
  }
}
