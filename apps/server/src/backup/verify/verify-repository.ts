import { showBackup, showInstant } from "../backup-name.ts";
import type { DigestSet } from "../blobs/digest-set.ts";
import { mapInOrder } from "../concurrency-limit.ts";
import type { BlobName } from "../dump/blob-refs.ts";
import { createBlobReader } from "../dump/dump-segment.ts";
import {
  type Manifest,
  manifestKey,
  PARTIALS_PREFIX,
  readBase,
  readTableList,
  type Segment,
  type TableList,
} from "../manifest.ts";
import {
  BackupRepositoryError,
  isSealedWithOtherKey,
  OBJECTS_PREFIX,
  objectKey,
  type Repository,
} from "../repository.ts";
import {
  type Check,
  flawedBy,
  type OnFlaw,
  readParsed,
  readPart,
  type Verified,
  wrongContent,
} from "./check.ts";
import { verifyIndex } from "./verify-blobs.ts";

const READ_AHEAD = 4;

/**
 * Verifies the whole repository: opens every object, counts the rows of each segment, checks each blob's
 * SHA-256, and checks that every blob named by a row is stored.
 */
export async function verifyRepository(repository: Repository, onFlaw: OnFlaw): Promise<Verified> {
  const total = { backups: 0, documents: 0, objects: 0, bytes: 0, rows: 0, blobs: 0, orphans: 0 };
  const check: Check = { repository, onFlaw, seen: new Set(), total };
  const indexes = new Map<string, DigestSet>();
  for (const { key, manifest } of await repository.manifests()) {
    if (manifest === null) await reportUnreadable(check, key);
    else await verifyManifest(check, manifest, indexes);
  }
  await verifyPartials(check);
  await verifyUnreferenced(check);
  return total;
}

async function reportUnreadable({ repository, onFlaw }: Check, key: string): Promise<void> {
  const hasOtherKey = await isSealedWithOtherKey(repository, key);
  onFlaw(
    `backup de ${showBackup(key)}: não abre (o manifesto está danificado${hasOtherKey ? ", ou é de outra chave" : ""}).`,
    hasOtherKey ? null : { keys: [key], kind: "danificado" },
  );
}

async function verifyManifest(
  check: Check,
  manifest: Manifest,
  indexes: Map<string, DigestSet>,
): Promise<void> {
  const name = `backup de ${showInstant(manifest.em)}`;
  check.total.backups += 1;
  if (check.total.backups === 1) check.total.documents = manifest.documentos;
  const stored: DigestSet[] = [];
  for (const ref of manifest.blobs.indices) {
    const blobs = indexes.get(ref.parte[0]) ?? (await verifyIndex(check, name, ref));
    indexes.set(ref.parte[0], blobs);
    stored.push(blobs);
  }
  const onBlob = reportMissingBlobs(check, { name, manifest, stored });
  for (const { tabela, linhas, lista } of manifest.tabelas) {
    const list = await readParsed(check, lista, { name: `${name}, tabela ${tabela}`, parse: readTableList });
    if (list === null) continue;
    const rows = list.segmentos.reduce((sum, segment) => sum + segment.linhas, 0);
    if (rows !== linhas) {
      check.onFlaw(
        `${name}, tabela ${tabela}: a lista soma ${rows} linhas, e o manifesto diz ${linhas}.`,
        wrongContent([lista]),
      );
    }
    await verifyTable(check, { name, list, onBlob });
  }
}

type Named = { name: string; manifest: Manifest; stored: readonly DigestSet[] };

/** Reports the blobs that were already missing at the backup. @returns a function that reports any other */
function reportMissingBlobs({ onFlaw }: Check, { name, manifest, stored }: Named): (blob: BlobName) => void {
  const known = new Set<string>();
  for (const { contaId, sha256, motivo } of manifest.falhas) {
    const why = motivo === "falta" ? "já faltava" : "já estava danificado";
    onFlaw(
      `${name}: o arquivo ${sha256} da conta ${contaId} ${why} em DATA_DIR/blobs quando o backup foi feito.`,
      null,
    );
    known.add(contaId + sha256);
  }
  return ({ contaId, sha256, required }) => {
    const isThere = stored.some((blobs) => blobs.has(contaId, sha256));
    if (isThere || !required || known.has(contaId + sha256)) return;
    known.add(contaId + sha256);
    onFlaw(`${name}: falta o arquivo ${sha256} da conta ${contaId}, que uma linha do banco cita.`, {
      keys: [manifestKey(manifest)],
      kind: "conteudo",
    });
  };
}

type TableCheck = { name: string; list: TableList; onBlob: (blob: BlobName) => void };

async function verifyTable(check: Check, { name, list, onBlob }: TableCheck): Promise<void> {
  for (const [n, segment] of list.segmentos.entries()) {
    const isNew = segment.partes.some(([part]) => !check.seen.has(objectKey(part)));
    const place = `${name}, tabela ${list.tabela}, trecho ${n + 1}`;
    if (isNew) await verifySegment(check, segment, { name: place, list, onBlob });
  }
}

async function verifySegment(
  check: Check,
  segment: Segment,
  { name, list, onBlob }: TableCheck,
): Promise<void> {
  // Only documento_xml has partitions, and its rows name no blob, so the list's name is the table's name.
  const reader = createBlobReader({ table: list.tabela, columns: list.colunas }, onBlob);
  let isWhole = true;
  for await (const content of mapInOrder(segment.partes, READ_AHEAD, (part) => readPart(check, part, name))) {
    if (content === null) isWhole = false;
    else if (isWhole) reader.feed(content);
  }
  if (!isWhole) return;
  check.total.rows += reader.rows();
  if (reader.isComplete() && reader.rows() === segment.linhas) return;
  const sentence = `${name}: ${reader.rows()} linhas, e a lista diz ${segment.linhas}.`;
  check.onFlaw(sentence, wrongContent(segment.partes));
}

async function verifyPartials({ repository, onFlaw }: Check): Promise<void> {
  for await (const { key } of repository.store.list(PARTIALS_PREFIX)) {
    const isGood = await repository
      .read(key)
      .then(readBase)
      .then(
        () => true,
        () => false,
      );
    if (!isGood)
      onFlaw(`${key}: a nota de uma execução interrompida está danificada; a próxima não a usa.`, null);
  }
}

/** Reads the objects that no backup names: damage in them also shows a failing disk. */
async function verifyUnreferenced({ repository, onFlaw, seen, total }: Check): Promise<void> {
  for await (const { key, bytes } of repository.store.list(OBJECTS_PREFIX)) {
    if (seen.has(key)) continue;
    total.orphans += 1;
    total.objects += 1;
    total.bytes += bytes;
    try {
      await repository.read(key);
    } catch (error) {
      if (!(error instanceof BackupRepositoryError)) throw error;
      onFlaw(`${error.message} Nenhum backup o usa.`, flawedBy(error));
    }
  }
}
