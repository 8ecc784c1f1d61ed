import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const DIST = path.resolve(import.meta.dirname, "../../../dist");
const run = promisify(execFile);

/** Runs a built operator command. @returns its output @throws when its exit code is not 0 */
export async function runCommand(
  [name, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(DIST, `${name}.mjs`), ...args], { env });
  return stdout.trim();
}
