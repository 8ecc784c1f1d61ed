import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BackupStore } from "../store/backup-store.ts";
import { createFolderBackupStore } from "../store/folder-backup-store.ts";
import { openSeal, readIdentities, type SealKeys } from "./open-seal.ts";
import { createSeal, SealError } from "./seal.ts";
import { createSealedStore } from "./sealed-store.ts";

let root = "";
let store: BackupStore;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "malote-selo-"));
  store = createFolderBackupStore(path.join(root, "repositorio"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** Keys of one machine; `machine` names its cache folder. */
const keysOf = (given: Partial<SealKeys>, machine = "a"): SealKeys => ({
  passphrase: null,
  recipients: [],
  identities: [],
  cacheFolder: path.join(root, machine),
  logN: 10,
  ...given,
});
const withPassphrase = keysOf({ passphrase: "cavalo bateria grampo" });
const keyFile = (): string => {
  const folder = path.join(root, "repositorio", "chaves");
  return path.join(folder, fs.readdirSync(folder)[0] ?? "");
};
const hasAge = fs.existsSync("/usr/bin/age");

describe("a sealed object", () => {
  const seal = createSeal([{ id: "01900000-0000-7000-8000-000000000001", key: randomBytes(32) }]);

  test("a sealed object opens to the same bytes, also when empty", () => {
    for (const plain of [Buffer.alloc(0), randomBytes(1), randomBytes(1_000_000)]) {
      expect(seal.open(seal.seal(plain, "a/b"), "a/b").equals(plain)).toBe(true);
    }
  });

  test("a sealed object does not open with any single bit changed or any bytes cut off", () => {
    const sealed = seal.seal(Buffer.from("nota fiscal"), "a/b");
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => seal.open(changed, "a/b")).toThrow(SealError);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => seal.open(sealed.subarray(0, length), "a/b")).toThrow(SealError);
    }
  });

  test("a sealed object does not open under another object's key", () => {
    expect(() => seal.open(seal.seal(Buffer.from("x"), "a/b"), "a/c")).toThrow(/danificado/);
  });

  test("the name of a sealed object depends on the data key", () => {
    const other = createSeal([{ id: "01900000-0000-7000-8000-000000000001", key: randomBytes(32) }]);
    expect(seal.nameOf("x")).toBe(seal.nameOf("x"));
    expect(seal.nameOf("x")).not.toBe(other.nameOf("x"));
  });
});

describe("a repository sealed with a passphrase", () => {
  test("a passphrase alone opens the repository on another machine", async () => {
    const first = createSealedStore(store, await openSeal(store, withPassphrase, "gravar"));
    await first.put("manifestos/1", Buffer.from("conteúdo"));
    const elsewhere = keysOf({ passphrase: "cavalo bateria grampo" }, "b");
    const second = createSealedStore(store, await openSeal(store, elsewhere, "ler"));
    expect((await second.get("manifestos/1"))?.toString()).toBe("conteúdo");
    expect((await store.get("manifestos/1"))?.includes("conteúdo")).toBe(false);
    expect(fs.existsSync(path.join(root, "a"))).toBe(false);
  });

  test.each(["gravar", "ler"] as const)(
    "a wrong passphrase is refused with one sentence (%s)",
    async (purpose) => {
      await openSeal(store, withPassphrase, "gravar");
      const wrong = keysOf({ passphrase: "cavalo bateria grampa" });
      await expect(openSeal(store, wrong, purpose)).rejects.toThrow(
        "A senha não abre esse backup: confira BACKUP_SENHA ou BACKUP_SENHA_ARQUIVO.",
      );
    },
  );

  test("a damaged key file is reported", async () => {
    await openSeal(store, withPassphrase, "gravar");
    const bytes = fs.readFileSync(keyFile());
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    fs.writeFileSync(keyFile(), bytes);
    await expect(openSeal(store, withPassphrase, "ler")).rejects.toThrow(/não abre esse backup/);
  });

  test("a repository is not created without a passphrase or key, and is not found in an empty destination", async () => {
    await expect(openSeal(store, keysOf({}), "gravar")).rejects.toThrow(/O backup é sempre criptografado/);
    await expect(openSeal(store, withPassphrase, "ler")).rejects.toThrow(
      /Não há backup do Malote nesse destino/,
    );
  });
});

describe("a repository sealed for a public key of age", () => {
  let identity = "";
  let recipient = "";
  beforeEach(async () => {
    identity = await generateX25519Identity();
    recipient = await identityToRecipient(identity);
  });

  test("a machine that has only the public key continues the repository under the same data key", async () => {
    const host = keysOf({ recipients: [recipient] });
    const first = await openSeal(store, host, "gravar");
    const again = await openSeal(store, host, "gravar");
    expect(again.keyId).toBe(first.keyId);
    expect((await openSeal(store, host, "ler")).open(first.seal(Buffer.from("x"), "k"), "k").toString()).toBe(
      "x",
    );
    const files = fs.readdirSync(path.join(root, "a"));
    expect(fs.statSync(path.join(root, "a", files[0] ?? "")).mode & 0o077).toBe(0);
  });

  test("only the secret key opens the repository on another machine", async () => {
    const sealed = (await openSeal(store, keysOf({ recipients: [recipient] }), "gravar")).seal(
      Buffer.from("x"),
      "k",
    );
    const elsewhere = await openSeal(store, keysOf({ identities: [identity] }, "b"), "ler");
    expect(elsewhere.open(sealed, "k").toString()).toBe("x");
    const stranger = keysOf({ identities: [await generateX25519Identity()] }, "c");
    await expect(openSeal(store, stranger, "ler")).rejects.toThrow(/BACKUP_AGE_CHAVE não abre/);
    await expect(openSeal(store, keysOf({ recipients: [recipient] }, "d"), "ler")).rejects.toThrow(
      /está criptografado/,
    );
  });

  test("a machine without the old data key adds a new one, and both keys open", async () => {
    const old = await openSeal(store, keysOf({ recipients: [recipient] }), "gravar");
    const next = await openSeal(store, keysOf({ recipients: [recipient] }, "b"), "gravar");
    expect(next.keyId > old.keyId).toBe(true);
    const reader = await openSeal(store, keysOf({ identities: [identity] }, "c"), "ler");
    for (const seal of [old, next])
      expect(reader.open(seal.seal(Buffer.from("x"), "k"), "k").toString()).toBe("x");
    expect(() => next.open(old.seal(Buffer.from("x"), "k"), "k")).toThrow(/chave que não está disponível/);
  });

  test("nothing new is sealed for a removed public key", async () => {
    const removedIdentity = await generateX25519Identity();
    const both = [recipient, await identityToRecipient(removedIdentity)];
    const old = await openSeal(store, keysOf({ recipients: both }), "gravar");
    const next = await openSeal(store, keysOf({ recipients: [recipient] }), "gravar");
    const removedReader = await openSeal(store, keysOf({ identities: [removedIdentity] }, "b"), "ler");
    expect(removedReader.open(old.seal(Buffer.from("x"), "k"), "k").toString()).toBe("x");
    expect(() => removedReader.open(next.seal(Buffer.from("x"), "k"), "k")).toThrow(SealError);
  });

  test("the repository still opens objects that a passphrase sealed before", async () => {
    const old = await openSeal(store, withPassphrase, "gravar");
    const both = keysOf({ passphrase: withPassphrase.passphrase, recipients: [recipient] });
    const next = await openSeal(store, both, "gravar");
    expect(next.keyId).not.toBe(old.keyId);
    const reader = await openSeal(store, both, "ler");
    for (const seal of [old, next])
      expect(reader.open(seal.seal(Buffer.from("x"), "k"), "k").toString()).toBe("x");
    // A new backup must open with the secret key alone, so it cannot reuse objects of the old data key.
    expect(() => next.open(old.seal(Buffer.from("x"), "k"), "k")).toThrow(/chave que não está disponível/);
  });

  test.runIf(hasAge)("the command age opens the key file of the repository", async () => {
    await openSeal(store, keysOf({ recipients: [recipient] }), "gravar");
    fs.writeFileSync(path.join(root, "secreta.txt"), `# created: hoje\n${identity}\n`);
    const text = execFileSync("age", ["-d", "-i", path.join(root, "secreta.txt"), keyFile()], {
      encoding: "utf8",
    });
    expect(JSON.parse(text)).toMatchObject({ malote: "chave de backup" });
  });

  test.runIf(hasAge)("only key files of age-keygen are accepted", async () => {
    const text = execFileSync("age-keygen", { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    expect(await readIdentities(text)).toHaveLength(1);
    await expect(readIdentities(`${text}\nage1qqqq`)).rejects.toThrow(/não é de age-keygen/);
    await expect(readIdentities("")).rejects.toThrow(/não é de age-keygen/);
  });
});
