import { createHash } from "node:crypto";
import zlib from "node:zlib";
import { deflateRaw, inflateRaw } from "../compression.ts";
import { MANIFESTS_PREFIX, type Manifest, manifestKey, type Part, readManifest } from "./manifest.ts";
import { type Seal, SealError } from "./seal/seal.ts";
import type { BackupStore } from "./store/backup-store.ts";

export const OBJECTS_PREFIX = "objetos/";
/** Content is cut into objects of this size. */
export const PART_BYTES = 8 * 1_048_576;
/** The first byte of an opened object: whether the rest is compressed. */
const RAW = 0;
const DEFLATED = 1;
/** Fastest deflate level; XML and rows still shrink to a third. */
const LEVEL = 1;
/** Bytes compressed as a trial, to decide whether to compress the whole object. */
const TRIAL_BYTES = 65_536;
const RATIO_MAX = 0.9;

/** Why an object cannot be read. */
export type ObjectFlaw = "falta" | "danificado" | "outra-chave";

const SENTENCES: Readonly<Record<ObjectFlaw, string>> = {
  falta: "O objeto {} do backup não existe.",
  danificado: "O objeto {} do backup está danificado: não é o que foi gravado.",
  "outra-chave":
    "O objeto {} do backup está danificado, ou foi criptografado com uma chave que não está disponível.",
};

/** An object cannot be read as it was written. The message is a sentence for the operator. */
export class BackupRepositoryError extends Error {
  readonly flaw: ObjectFlaw;
  readonly key: string;

  constructor(flaw: ObjectFlaw, key: string, options?: ErrorOptions) {
    super(SENTENCES[flaw].replace("{}", key), options);
    this.name = "RepositoryError";
    this.flaw = flaw;
    this.key = key;
  }
}

/** A manifest's key and content; the content is null when it does not open. */
export type ManifestFound = { key: string; manifest: Manifest } | { key: string; manifest: null };

/** A store of sealed objects named by their content, and of the manifests that list them. */
export type Repository = {
  store: BackupStore;
  /** Sizes of all stored objects, by key. A run that writes must list them first. */
  list(): Promise<Map<string, number>>;
  /** Stores content unless it is already stored. @returns its part, and how many bytes were written */
  put(plain: Buffer): Promise<{ part: Part; written: number }>;
  /** @throws {BackupRepositoryError} */
  get(part: Part): Promise<Buffer>;
  /** Reads an object by its key. @throws {BackupRepositoryError} */
  read(key: string): Promise<Buffer>;
  /** Stores a manifest or a partial as one object under the given key. */
  putNamed(key: string, plain: Buffer): Promise<number>;
  /** Stores content again under a damaged part's name. @returns false when the content has another name */
  restore(part: Part, plain: Buffer): Promise<boolean>;
  /** Treats an object as missing from now on, so that `put` stores its content again. */
  forget(key: string): void;
  /** Whether an object was listed or stored, and is not distrusted. */
  isStored(key: string): boolean;
  /** All manifests, newest first. */
  manifests(): Promise<ManifestFound[]>;
};

export function objectKey(name: string): string {
  return `${OBJECTS_PREFIX}${name.slice(0, 2)}/${name}`;
}

export function openRepository(store: BackupStore, seal: Seal): Repository {
  const known = new Map<string, number>();
  const read = async (key: string): Promise<Buffer> => {
    const sealed = await store.get(key);
    if (sealed === null) throw new BackupRepositoryError("falta", key);
    try {
      return await unpack(seal.open(sealed, key));
    } catch (cause) {
      const isOther = cause instanceof SealError && cause.flaw !== "alterado";
      throw new BackupRepositoryError(isOther ? "outra-chave" : "danificado", key, { cause });
    }
  };
  const putNamed = async (key: string, plain: Buffer): Promise<number> => {
    const sealed = seal.seal(await pack(plain), key);
    await store.put(key, sealed);
    return sealed.byteLength;
  };
  const nameOf = (plain: Buffer): string => seal.nameOf(createHash("sha256").update(plain).digest("hex"));
  return {
    store,
    read,
    putNamed,
    forget: (key) => void known.delete(key),
    isStored: (key) => known.has(key),
    async restore([name], plain) {
      if (nameOf(plain) !== name) return false;
      known.set(objectKey(name), await putNamed(objectKey(name), plain));
      return true;
    },
    async list() {
      known.clear();
      for await (const { key, bytes } of store.list(OBJECTS_PREFIX)) known.set(key, bytes);
      return known;
    },
    async put(plain) {
      const name = nameOf(plain);
      const key = objectKey(name);
      const storedBytes = known.get(key);
      if (storedBytes !== undefined) return { part: [name, storedBytes, plain.length], written: 0 };
      const written = await putNamed(key, plain);
      known.set(key, written);
      return { part: [name, written, plain.length], written };
    },
    async get([name, , bytes]) {
      const plain = await read(objectKey(name));
      if (plain.length === bytes) return plain;
      throw new BackupRepositoryError("danificado", objectKey(name));
    },
    manifests: async () => await readManifests(store, read),
  };
}

/** Whether the object's head names a key that is not available. */
export async function isSealedWithOtherKey(
  { read }: Pick<Repository, "read">,
  key: string,
): Promise<boolean> {
  return await read(key).then(
    () => false,
    (error: unknown) => error instanceof BackupRepositoryError && error.flaw === "outra-chave",
  );
}

async function readManifests(
  store: BackupStore,
  read: (key: string) => Promise<Buffer>,
): Promise<ManifestFound[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(MANIFESTS_PREFIX)) keys.push(key);
  const found: ManifestFound[] = [];
  for (const key of keys.sort().reverse()) found.push(await openManifest(key, read));
  return found;
}

async function openManifest(key: string, read: (key: string) => Promise<Buffer>): Promise<ManifestFound> {
  const bytes = await read(key).catch((error: unknown) => {
    if (error instanceof BackupRepositoryError) return null;
    throw error;
  });
  try {
    const manifest = bytes === null ? null : readManifest(bytes);
    return { key, manifest: manifest !== null && manifestKey(manifest) === key ? manifest : null };
  } catch {
    // Another version wrote it, or it is not a manifest.
    return { key, manifest: null };
  }
}

async function pack(plain: Buffer): Promise<Buffer> {
  const trial = zlib.deflateRawSync(plain.subarray(0, TRIAL_BYTES), { level: LEVEL });
  if (trial.length > RATIO_MAX * Math.min(plain.length, TRIAL_BYTES)) {
    return Buffer.concat([Buffer.of(RAW), plain]);
  }
  return Buffer.concat([Buffer.of(DEFLATED), await deflateRaw(plain, { level: LEVEL })]);
}

async function unpack(packed: Buffer): Promise<Buffer> {
  const body = packed.subarray(1);
  if (packed[0] === RAW) return body;
  if (packed[0] === DEFLATED) return await inflateRaw(body);
  throw new Error("object of a backup: unknown compression byte");
}
