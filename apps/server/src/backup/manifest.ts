import { createHash } from "node:crypto";
import { z } from "zod";

const FORMAT = 1;

/**
 * An object of the repository: [name (64 hex digits), size
 * in the store, size of the content], sizes in bytes.
 */
const part = z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.int().min(0), z.int().min(0)]);
export type Part = z.infer<typeof part>;

const segment = z.object({ linhas: z.int().min(0), partes: z.array(part) });
/** The rows of a range of blocks of a table: one COPY stream in binary format, cut into parts. */
export type Segment = z.infer<typeof segment>;

/**
 * Segment i has the rows in blocks [i × blocos, (i + 1) × blocos); the last segment has all further rows too.
 */
const tableList = z.object({
  tabela: z.string(),
  filenode: z.string(),
  colunas: z.array(z.string()),
  blocos: z.int().min(1),
  segmentos: z.array(segment),
});
export type TableList = z.infer<typeof tableList>;

const indexRef = z.object({ parte: part, blobs: z.int().min(0) });
/** A blob index, and how many blobs it names. */
export type IndexRef = z.infer<typeof indexRef>;

/** What a later run can reuse from a finished backup or an interrupted run. */
const base = z.object({
  formato: z.literal(FORMAT),
  id: z.uuid(),
  /** Full transaction id; this run saw every older transaction. */
  xmin: z.string().regex(/^[0-9]+$/),
  migracoes: z.array(z.object({ nome: z.string(), checksum: z.string() })),
  tabelas: z.array(
    z.object({ tabela: z.string(), linhas: z.int().min(0), bytes: z.int().min(0), lista: part }),
  ),
  blobs: z.object({ indices: z.array(indexRef), quantos: z.int().min(0), bytes: z.int().min(0) }),
});
export type Base = z.infer<typeof base>;

const flaw = z.object({ contaId: z.string(), sha256: z.string(), tabela: z.string(), motivo: z.string() });
/** A blob that a row names and that was already missing or damaged when the backup was made. */
export type SourceFlaw = z.infer<typeof flaw>;

const body = base.extend({
  comecou: z.iso.datetime(),
  /** Instant of the snapshot. */
  em: z.iso.datetime(),
  /** The newest migration: the only thing in a backup that differs between versions of Malote. */
  versao: z.string(),
  postgres: z.string(),
  documentos: z.int().min(0),
  emails: z.int().min(0),
  bytes: z.int().min(0),
  falhas: z.array(flaw),
  falhasTotal: z.int().min(0),
  chaves: z.object({
    /** Ids of the keys in MALOTE_KEY, newest first, as `npm run chave -- estado` shows them. */
    ids: z.array(z.string()),
    /** The keys themselves when they come from DATA_DIR/chave.key; null when the operator keeps them. */
    texto: z.string().nullable(),
  }),
});
const manifest = body.extend({ hash: z.string() });

/** Full description of one backup. hash: SHA-256 of the other fields. */
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

/**
 * @throws when the bytes are not a manifest of this format version, or the hash does not match the content
 */
export function readManifest(bytes: Uint8Array): Manifest {
  const read = manifest.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  const { hash, ...content } = read;
  if (hashOf(content) === hash) return read;
  throw new Error(`manifest ${read.id}: the hash does not match the content`);
}

function hashOf(content: ManifestBody): string {
  // Parsing puts the fields in the schema's order, so equal content always has the same JSON.
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
