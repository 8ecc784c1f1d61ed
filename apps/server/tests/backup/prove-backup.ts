import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { SECOND_MS } from "@malote/syntax";
import type { Manifest } from "../../src/backup/manifest.ts";
import { runRestore } from "../../src/backup/run-restore.ts";
import { runVerify } from "../../src/backup/run-verify.ts";
import { blobFolderOf, blobPath } from "../../src/blob/folder-store.ts";
import { createTestContext } from "../setup/context.ts";
import { createRandom } from "../setup/seeded-random.ts";
import { createBackup, type Host, openHost, openTempFolder, sourceOf, toolsOf } from "./backup-tools.ts";
import { insertArrivals } from "./insert-emails.ts";

/** documentos: present before; perSecond: arriving meanwhile; kb: average size of an e-mail. */
export type ProofOptions = {
  documentos: number;
  perSecond: number;
  kb: number;
  seed: number;
  say: (line: string) => void;
};

const FILL = 500;
const SAMPLE = 2_000;
const KB = 1_024;
/** Each e-mail carries a document of this many bytes. */
const XML_BYTES = 3_000;

/** Fills, backs up twice while documents arrive, verifies, flips a bit, restores on an empty host.
 * @returns what is wrong */
export async function proveBackup({ documentos, perSecond, kb, seed, say }: ProofOptions): Promise<string[]> {
  const t = await createTestContext();
  const { folder, dispose } = await openTempFolder();
  const errors: string[] = [];
  const host = await openHost(t);
  const { contaId } = await t.createConta();
  const insertSome = async (count: number) => await insertArrivals(t, contaId, count, kb * KB - XML_BYTES);
  try {
    await timed(say, `${documentos} documentos gravados`, async () => {
      for (let n = 0; n < documentos; n += FILL) await insertSome(Math.min(FILL, documentos - n));
    });
    const stop = startArrivals(insertSome, perSecond);
    const first = await timed(say, "primeiro backup", () => createBackup(t, folder));
    say(`  ${mb(first.bytesNovos)} MB, ${first.manifest.documentos} documentos`);
    const second = await timed(say, "segundo backup", () => createBackup(t, folder));
    const came = second.manifest.documentos - first.manifest.documentos;
    say(`  ${mb(second.bytesNovos)} MB novos, ${came} documentos a mais`);
    await stop();
    const verify = () => runVerify(toolsOf(sourceOf(t), folder), { isRecorded: false });
    const { flaws, bytes, rows, blobs } = await timed(say, "conferir", verify);
    say(`  ${mb(bytes)} MB, ${rows} linhas, ${blobs} arquivos, ${flaws} falhas`);
    if (flaws > 0) errors.push(`${flaws} falhas num repositório são`);
    if (!(await findsFlip(folder, seed, verify))) errors.push("um bit trocado não foi achado");
    const restoreParams = {
      databaseUrl: host.databaseUrl,
      id: null,
      maloteKey: t.config.chave.toString("base64"),
    };
    const restored = await timed(say, "restaurar", () => runRestore(toolsOf(host, folder), restoreParams));
    errors.push(...(await compare(host, restored.manifest)));
  } finally {
    await host.dispose();
    await dispose();
    await t.dispose();
  }
  return errors;
}

const mb = (bytes: number): number => Math.round(bytes / 1_048_576);

async function timed<T>(say: (line: string) => void, what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  say(`${what}: ${((performance.now() - started) / SECOND_MS).toFixed(1)} s`);
  return result;
}

/** @returns a function that stops the arrivals and waits for the last one */
function startArrivals(insertSome: (count: number) => Promise<void>, perSecond: number): () => Promise<void> {
  let going = true;
  const run = (async () => {
    while (going) {
      const next = new Promise((resolve) => setTimeout(resolve, SECOND_MS));
      await insertSome(perSecond);
      await next;
    }
  })();
  return async () => {
    going = false;
    await run;
  };
}

async function findsFlip(
  folder: string,
  seed: number,
  verify: () => Promise<{ flaws: number }>,
): Promise<boolean> {
  const all = await fs.readdir(path.join(folder, "objetos"), { recursive: true, withFileTypes: true });
  const files = all.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
  const random = createRandom(seed);
  const file = files[Math.floor(random() * files.length)] ?? "";
  const whole = await fs.readFile(file);
  const broken = Buffer.from(whole);
  const bit = Math.floor(random() * broken.length * 8);
  broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  await fs.writeFile(file, broken);
  const { flaws } = await verify();
  await fs.writeFile(file, whole);
  return flaws > 0;
}

type SampleRow = { conta_id: string; sha256: string; email: string; xml: Buffer };

/** Compares the counts, and for a sample the hash of each document and of each raw e-mail. */
async function compare(host: Host, { documentos, emails }: Manifest): Promise<string[]> {
  const [there] = await host.query<{ d: string; e: string }>(
    "SELECT (SELECT count(*) FROM documento)::text AS d, (SELECT count(*) FROM email)::text AS e",
  );
  const errors: string[] = [];
  if (there?.d !== String(documentos) || there.e !== String(emails)) errors.push("contagens diferentes");
  const rows = await host.query<SampleRow>(
    `SELECT d.conta_id, d.sha256, m.sha256 AS email, x.xml_gzip AS xml FROM documento d
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id
       JOIN anexo a ON a.conta_id = d.conta_id AND a.documento_id = d.id JOIN email m ON m.conta_id = d.conta_id AND m.id = a.email_id
     ORDER BY d.sha256 LIMIT ${SAMPLE}`,
  );
  const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
  for (const { conta_id, sha256, email, xml } of rows) {
    if (hash(gunzipSync(xml)) !== sha256) errors.push(`documento ${sha256}: outro conteúdo`);
    const raw = await fs.readFile(blobPath(blobFolderOf(host), conta_id, email)).catch(() => randomBytes(1));
    if (hash(raw) !== email) errors.push(`e-mail ${email}: falta ou é outro`);
  }
  if (rows.length === 0) errors.push("nenhum documento foi comparado");
  return errors;
}
