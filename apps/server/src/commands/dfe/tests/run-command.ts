import { Writable } from "node:stream";
import { runDfe } from "../run-dfe.ts";
import type { ResultLine } from "../to-result-line.ts";

/** Exit code and output of a run of the command. */
export type CommandRun = { code: number; out: string; err: string; linhas: ResultLine[] };

type Terminal = { cwd?: string; env?: Record<string, string>; isTTY?: boolean; columns?: number };

/** Runs the command as a shell would and captures its output. */
export async function run(args: readonly string[], terminal: Terminal = {}): Promise<CommandRun> {
  const { cwd = process.cwd(), env = {}, ...screen } = terminal;
  const stdout = new CapturedStream();
  const stderr = new CapturedStream();
  const code = await runDfe(args, { cwd, env, stdout: Object.assign(stdout, screen), stderr });
  const json = args.includes("--json");
  const linhas = json
    ? stdout.text
        .trim()
        .split("\n")
        .map((line): ResultLine => JSON.parse(line))
    : [];
  return { code, out: stdout.text, err: stderr.text, linhas };
}

class CapturedStream extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}
