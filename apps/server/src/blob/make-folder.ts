import fs from "node:fs/promises";

const PRIVATE_DIR = 0o700;

/**
 * Creates a private folder and its parents, and throws the disk's real error.
 * @returns the topmost folder that was created; undefined when the folder exists
 * @NOTE On a read-only or broken disk, Node's recursive
 * mkdir fails with ENOENT; the plain one with EROFS, EIO, …
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  const make = (): Promise<string | undefined> => fs.mkdir(folder, { recursive: true, mode: PRIVATE_DIR });
  try {
    return await make();
  } catch (error) {
    if (!isMissing(error) || !("path" in error) || typeof error.path !== "string") throw error;
    await fs.mkdir(error.path, PRIVATE_DIR).catch((reason: unknown) => {
      const isThere = reason instanceof Error && "code" in reason && reason.code === "EEXIST";
      if (!isThere) throw isMissing(reason) ? error : reason;
    });
    await make();
    return error.path;
  }
}

/** Whether an error means that a file does not exist. */
export function isMissing(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
