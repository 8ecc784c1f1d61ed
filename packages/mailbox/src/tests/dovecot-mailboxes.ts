import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

type Owner = { uid: number; gid: number };

/** Changes to the mailboxes on disk, without the server. */
export type MailboxFiles = {
  /** Delivers a message to a folder, INBOX by default. */
  deliver: (message: Buffer, folderName?: string) => Promise<void>;
  /** Fills the mbox of the second user. */
  fill: (count: number) => Promise<void>;
  /** Deletes the uid index of the folder, so that its UIDVALIDITY changes. */
  renumber: () => Promise<void>;
  /** Marks a message of INBOX as deleted but not expunged, as another client would. */
  markDeleted: (number: number) => Promise<void>;
  /** Names of the files in INBOX. */
  arquivos: () => Promise<string[]>;
};

const inboxOf = (folder: string): string => path.join(folder, "mail", "ana");

/** Creates the Maildir of one user, with a folder whose name has accents. */
export async function makeMail(folder: string, owner: Owner): Promise<void> {
  for (const folderName of ["", ".Emiss&AOM-o"]) {
    for (const part of ["", "cur", "new", "tmp"]) {
      const made = path.join(inboxOf(folder), folderName, part);
      await mkdir(made, { recursive: true });
      await chown(made, owner.uid, owner.gid);
    }
  }
  await chmod(folder, 0o755);
  await chown(path.join(folder, "mail"), owner.uid, owner.gid);
}

export function createMailboxes(folder: string, owner: Owner): MailboxFiles {
  const inbox = inboxOf(folder);
  let delivered = 0;
  return {
    deliver: async (message, folderName = "") => {
      // written elsewhere and renamed: a Maildir is read while it is written to
      const maildir = path.join(inbox, folderName === "" ? "" : `.${folderName}`);
      const name = `${1_700_000_000 + ++delivered}.M${delivered}P1.exemplo,S=${message.length}`;
      await writeFile(path.join(maildir, "tmp", name), message);
      await chown(path.join(maildir, "tmp", name), owner.uid, owner.gid);
      await rename(path.join(maildir, "tmp", name), path.join(maildir, "new", name));
    },
    fill: async (count) => {
      const mbox = path.join(folder, "mail", "cheia.mbox");
      const one = "From a@exemplo.test Sat Jan  3 01:05:34 2026\nFrom: a@exemplo.test\n\num\n\n";
      await writeFile(mbox, one.repeat(count));
      await chown(mbox, owner.uid, owner.gid);
    },
    renumber: async () => {
      const held = await readdir(inbox);
      for (const name of held.filter((item) => item.startsWith("dovecot"))) await rm(path.join(inbox, name));
    },
    markDeleted: async (number) => {
      for (const part of ["cur", "new"]) {
        const found = (await readdir(path.join(inbox, part))).find((name) => name.includes(`.M${number}P1.`));
        const plain = found?.replace(/:2,.*$/, "");
        if (found) await rename(path.join(inbox, part, found), path.join(inbox, "cur", `${plain}:2,T`));
      }
    },
    arquivos: async () =>
      [...(await readdir(path.join(inbox, "cur"))), ...(await readdir(path.join(inbox, "new")))].sort(),
  };
}
