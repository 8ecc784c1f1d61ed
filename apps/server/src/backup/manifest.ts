import { createHash } from "node:crypto";
import { z } from "zod";

const FORMAT = 1;

/** An object of the repository: its name (64 hex digits), its bytes in the store, and its bytes opened. */
const part = z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.int().min(0), z.int().min(0)]);
export type Part = z.infer<typeof part>;

const segment = z.object({ linhas: z.int().min(0), partes: z.array(part) });
/** The rows of some blocks of a table, as one COPY stream in binary, cut into parts. */
export type Segment = z.infer<typeof segment>;

/** Segment i holds the rows in blocks [i × blocos, (i + 1) × blocos); the last one, all that follow. */
const tableList = z.object({
  tabela: z.string(),
  filenode: z.string(),
  colunas: z.array(z.string()),
  blocos: z.int().min(1),
  segmentos: z.array(segment),
});
export type TableList = z.infer<typeof tableList>;

const indexRef = z.object({ parte: part, blobs: z.int().min(0) });
/** An index of blobs, and how many it names. */
export type IndexRef = z.infer<typeof indexRef>;

/** What a run may build on: of a finished backup, or of a run that was cut off. */
const base = z.object({
  formato: z.literal(FORMAT),
  id: z.uuid(),
  /** Full transaction id: what is older than it was seen by this run. */
  xmin: z.string().regex(/^[0-9]+$/),
  migracoes: z.array(z.object({ nome: z.string(), checksum: z.string() })),
  tabelas: z.array(
    z.object({ tabela: z.string(), linhas: z.int().min(0), bytes: z.int().min(0), lista: part }),
  ),
  blobs: z.object({ indices: z.array(indexRef), quantos: z.int().min(0), bytes: z.int().min(0) }),
});
export type Base = z.infer<typeof base>;

const flaw = z.object({ contaId: z.string(), sha256: z.string(), tabela: z.string(), motivo: z.string() });
/** A blob that a row names and that was missing or damaged already when the backup was made. */
export type SourceFlaw = z.infer<typeof flaw>;

const body = base.extend({
  comecou: z.iso.datetime(),
  /** The instant that the backup shows. */
  em: z.iso.datetime(),
  /** The newest migration: versions of Malote differ in nothing else that a backup holds. */
  versao: z.string(),
  postgres: z.string(),
  documentos: z.int().min(0),
  emails: z.int().min(0),
  bytes: z.int().min(0),
  falhas: z.array(flaw),
  falhasTotal: z.int().min(0),
  chaves: z.object({
    /** Numbers of the keys in MALOTE_KEY, the newest first, as `npm run chave -- estado` shows them. */
    ids: z.array(z.string()),
    /** The keys themselves, where they are in DATA_DIR/chave.key; null where the operator keeps them. */
    texto: z.string().nullable(),
  }),
});
const manifest = body.extend({ hash: z.string() });

/** Everything that one backup is. hash: SHA-256 of the rest. */
export type Manifest = z.infer<typeof manifest>;
export type ManifestBody = z.infer<typeof body>;

export const MANIFESTS_PREFIX = "manifestos/";
export const PARTIALS_PREFIX = "parciais/";

/** Keys sort by time: 20261126T221500Z-<id>. */
export function manifestKey({ em, id }: Pick<Manifest, "em" | "id">): string {
  return `${MANIFESTS_PREFIX}${em.replace(/[-:]|\.\d+/g, "")}-${id}`;
}

export function partialKey(id: string): string {
  return `${PARTIALS_PREFIX}${id}`;
}

/** @returns the bytes to store and the manifest with its hash */
export function writeManifest(content: ManifestBody): { manifest: Manifest; bytes: Buffer } {
  const manifest = { ...content, hash: hashOf(content) };
  return { manifest, bytes: Buffer.from(JSON.stringify(manifest)) };
}

/** @throws when it is not a manifest of this version of the format, or its hash is not that of its content */
export function readManifest(bytes: Uint8Array): Manifest {
  const read = manifest.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  const { hash, ...content } = read;
  if (hashOf(content) === hash) return read;
  throw new Error(`manifest ${read.id}: its hash is not that of its content`);
}

function hashOf(content: ManifestBody): string {
  // Read back through the schema, the order of the fields is always the schema's.
  return createHash("sha256")
    .update(JSON.stringify(body.parse(content)))
    .digest("hex");
}

export const writeBase = (content: Base): Buffer => Buffer.from(JSON.stringify(content));
export const readBase = (bytes: Uint8Array): Base =>
  base.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
export const writeTableList = (list: TableList): Buffer => Buffer.from(JSON.stringify(list));
export const readTableList = (bytes: Uint8Array): TableList =>
  tableList.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
