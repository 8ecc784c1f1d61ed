import { execFileSync } from "node:child_process";
import fs from "node:fs/promises";

export function run(...[program = "", ...args]: string[]): void {
  execFileSync(program, args);
}

/**
 * Moves the disk of a folder elsewhere and leaves the folder empty. @returns a function that moves
 * it back
 */
export async function moveAside(folder: string): Promise<() => Promise<void>> {
  const aside = `${folder}-guardado`;
  await fs.mkdir(aside);
  moveMount(folder, aside);
  return async () => {
    await fs.mkdir(folder, { recursive: true });
    moveMount(aside, folder);
    await fs.rmdir(aside);
  };
}

function moveMount(from: string, to: string): void {
  // A shared mount cannot be moved, so bind and unmount.
  run("mount", "--bind", from, to);
  run("umount", "-l", from);
}
