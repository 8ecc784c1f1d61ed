import type { BackupPlace } from "../../backup-config.ts";
import type { BackupStore } from "./backup-store.ts";
import { createFolderBackupStore } from "./folder-backup-store.ts";

/** Opens the backup destination. The S3 client is loaded only when the destination is a bucket. */
export async function openBackupStore(place: BackupPlace): Promise<BackupStore> {
  if (place.kind === "folder") return createFolderBackupStore(place.folder);
  const { createS3BackupStore } = await import("./s3-backup-store.ts");
  return createS3BackupStore(place);
}
