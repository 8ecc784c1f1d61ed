// Runs a process under a container's limits without Docker: no privileges, a read-only root, bounded memory.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** The user ID of the image. */
export const CONTAINER_USER = 1000;

const CGROUP_V1 = "/sys/fs/cgroup/memory";
const CGROUP_V2 = "/sys/fs/cgroup";

/** True when this machine can give a process its own file system view and user: mostly root on Linux. */
export function canConfine() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const probe = "mount --make-rprivate / && setpriv --reuid 1000 --clear-groups true";
  return spawnSync("unshare", ["--mount", "sh", "-c", probe]).status === 0;
}

/** Creates a memory limit; null where cgroups cannot be created. @param {string} name @param {number} bytes
 * @returns {{ procs: string, worst: () => number, remove: () => void } | null} worst: peak use in bytes */
export function openMemoryLimit(name, bytes) {
  const v1 = fs.existsSync(CGROUP_V1);
  const folder = path.join(v1 ? CGROUP_V1 : CGROUP_V2, name);
  const [limit, peak] = v1
    ? ["memory.limit_in_bytes", "memory.max_usage_in_bytes"]
    : ["memory.max", "memory.peak"];
  try {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, limit), String(bytes));
  } catch {
    fs.rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return {
    procs: path.join(folder, "cgroup.procs"),
    worst: () => Number(fs.readFileSync(path.join(folder, peak), "utf8")),
    // The files of a cgroup belong to the kernel: only its folder can be removed, after its processes ended.
    remove: () => fs.rmdirSync(folder),
  };
}

/** Makes its root read-only, except the folders of $WRITABLE, and runs the command without privileges. */
const CONFINE = `
set -e
[ -z "$CGROUP_PROCS" ] || echo $$ > "$CGROUP_PROCS"
mount --make-rprivate /
for folder in $WRITABLE; do mount --bind "$folder" "$folder"; done
for place in / /tmp /var/tmp /dev/shm; do
  if mountpoint -q "$place"; then mount -o remount,bind,ro "$place"; fi
done
unset CGROUP_PROCS WRITABLE
cd "$PWD"
exec setpriv --reuid ${CONTAINER_USER} --regid ${CONTAINER_USER} --clear-groups --no-new-privs \\
  --inh-caps=-all --bounding-set=-all "$@"
`;

/**
 * Starts a process as the container would do.
 * @param {string[]} command
 * @param {{ cwd: string, env: Record<string, string>, writable: string[], procs?: string | undefined,
 *   confined: boolean }} options writable: folders without spaces in their names; procs: of a memory limit;
 *   confined: the result of {@link canConfine}
 */
export function startContained([program = "", ...args], { cwd, env, writable, procs = "", confined }) {
  const line = [program, ...args];
  const [file = "", ...rest] = confined ? ["unshare", "--mount", "sh", "-c", CONFINE, "sh", ...line] : line;
  const child = spawn(file, rest, {
    cwd,
    env: confined ? { ...env, WRITABLE: writable.join(" "), CGROUP_PROCS: procs } : env,
    // The fourth, IPC, carries the "ready" message; a real container does not have it.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  const exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  const ready = new Promise((resolve) => child.once("message", resolve));
  return { child, exited, ready, output: () => output };
}
