import path from "node:path";
import { formatInteiro, formatTamanho } from "@malote/syntax";
import { showInstant } from "../../backup/backup-name.ts";
import type { BackupTools } from "../../backup/backup-tools.ts";
import { withRepository } from "../../backup/backup-tools.ts";
import type { Created } from "../../backup/create-backup.ts";
import { readDamage } from "../../backup/damage/damage-note.ts";
import { explainFailure } from "../../backup/explain-failure.ts";
import { runCreate } from "../../backup/run-create.ts";
import { runPrune } from "../../backup/run-prune.ts";
import { type Restored, runRestore } from "../../backup/run-restore.ts";
import { runVerify } from "../../backup/run-verify.ts";
import { readBackupConfig, readPlace } from "../../backup-config.ts";
import { readChaves, readGivenKeys } from "../../chave-config.ts";
import { systemClock } from "../../clock.ts";
import { readDatabaseUrl, readOwnerUrl } from "../../database-config.ts";
import { StartRefusal } from "../../errors.ts";
import { createLogger } from "../../log.ts";
import { AJUDA, USO } from "./ajuda.ts";
import { describePruned } from "./describe-pruned.ts";
import { describeList, describeVerified } from "./describe-repository.ts";
import { keepUntilEnded } from "./keep-until-ended.ts";
import { type Pedido, readPedido } from "./read-pedido.ts";

/** Environment and output streams of the command. */
export type Mundo = {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Pick<NodeJS.WritableStream, "write">;
  stderr: Pick<NodeJS.WritableStream, "write">;
};

type Feito = Exclude<Pedido, { kind: "ajuda" }>;
/** Text to print, and whether the exit code is 0. */
type Resposta = { texto: string; isGood: boolean };

const RECUSADO = 1;
const USO_ERRADO = 2;

/**
 * The command `backup`: makes, restores, verifies, lists and prunes backups.
 * @returns exit code: 0 done; 1 refused, failed or damage found; 2 wrong usage
 */
export async function runBackup(args: readonly string[], mundo: Mundo): Promise<number> {
  const pedido = readPedido(args);
  if (pedido.kind === "uso-errado") {
    mundo.stderr.write(`${pedido.frase}\n${USO}\n`);
    return USO_ERRADO;
  }
  if (pedido.kind === "ajuda") {
    mundo.stdout.write(AJUDA);
    return 0;
  }
  try {
    const { texto, isGood } = await obey(pedido, mundo);
    if (texto !== "") mundo.stdout.write(`${texto}\n`);
    return isGood ? 0 : RECUSADO;
  } catch (error) {
    const sentence = explainFailure(error);
    if (sentence === null) throw error;
    mundo.stderr.write(`${sentence}\n`);
    return RECUSADO;
  }
}

async function obey(pedido: Feito, mundo: Mundo): Promise<Resposta> {
  const { env } = mundo;
  if (pedido.kind === "manter") return await keep(pedido, mundo);
  const tools = await openTools(pedido, mundo);
  if (pedido.kind === "podar") {
    const { retention } = await readBackupConfig(env, tools.dataDir);
    const order = { retention, onlyPlan: pedido.simular, dropDamaged: pedido.danificados };
    return describePruned(await runPrune(tools, order), pedido.simular);
  }
  if (pedido.kind === "criar") {
    const chaves = readChaves(env, tools.dataDir, env.NODE_ENV === "production");
    const created = await runCreate({ ...tools, isNew: pedido.novo }, chaves);
    return { texto: describeCreated(created, tools), isGood: true };
  }
  if (pedido.kind === "restaurar") {
    const wish = {
      databaseUrl: readDatabaseUrl(env),
      id: pedido.backup,
      maloteKey: readGivenKeys(env).trim() || undefined,
    };
    return { texto: describeRestored(await runRestore(tools, wish)), isGood: true };
  }
  if (pedido.kind === "conferir") {
    const result = await runVerify(tools, { isRecorded: tools.ownerUrl !== "" });
    return { texto: describeVerified(result), isGood: result.flaws === 0 };
  }
  const list = await withRepository(tools, "ler", async (repository) => ({
    found: await repository.manifests(),
    damages: await readDamage(repository),
  }));
  return { texto: describeList(list), isGood: true };
}

/** Runs scheduled backups until a stop signal. */
async function keep(pedido: Feito, mundo: Mundo): Promise<Resposta> {
  const { env } = mundo;
  const log = createLogger("backup", env.LOG_LEVEL || "info");
  const tools = { ...(await openTools(pedido, mundo)), say: (line: string) => log.info(line) };
  const chaves = readChaves(env, tools.dataDir, env.NODE_ENV === "production");
  const { everyMs, retention } = await readBackupConfig(env, tools.dataDir);
  await keepUntilEnded({ tools, chaves, everyMs, retention, log });
  return { texto: "", isGood: true };
}

/**
 * Builds the tools. Verify and list need no database, so they work on a machine that has only the repository.
 */
async function openTools({ kind, destino }: Feito, { env, stdout }: Mundo): Promise<BackupTools> {
  const dataDir = path.resolve(env.DATA_DIR || ".data");
  const config = await readBackupConfig(env, dataDir);
  const place = destino === null ? config.place : readPlace(env, fromCaller(env, destino));
  if (place === null)
    throw new StartRefusal("Informe o destino: uma pasta ou s3://bucket/prefixo, ou defina BACKUP_DESTINO.");
  const needsDatabase = kind !== "conferir" && kind !== "listar";
  const ownerUrl = needsDatabase || env.DATABASE_URL ? readOwnerUrl(env) : "";
  const say = (line: string): void => void stdout.write(`[backup] ${line}\n`);
  return { ownerUrl, dataDir, keys: config.keys, place, clock: systemClock, say };
}

/**
 * npm runs scripts in the repository root, so a relative path is resolved from the operator's own directory.
 */
function fromCaller({ INIT_CWD }: Mundo["env"], destino: string): string {
  return INIT_CWD === undefined || destino.includes("://") ? destino : path.resolve(INIT_CWD, destino);
}

function describeCreated({ manifest, bytesNovos }: Created, tools: BackupTools): string {
  const { documentos, emails, falhasTotal } = manifest;
  const lines = [
    `Backup de ${showInstant(manifest.em)} pronto (${manifest.id}): ${formatInteiro(documentos)} documentos, ${formatInteiro(emails)} e-mails, ` +
      `${formatInteiro(manifest.blobs.quantos)} arquivos; ${formatTamanho(manifest.bytes)} ao todo, ${formatTamanho(bytesNovos)} novos.`,
    manifest.chaves.texto === null
      ? "A chave MALOTE_KEY não vai no backup: guarde-a também. Sem ela, as senhas e os certificados guardados não abrem."
      : "A chave dos segredos (chave.key) vai criptografada no backup: quem tem a senha dele abre tudo.",
  ];
  if (falhasTotal > 0) {
    lines.push(
      `AVISO: ${formatInteiro(falhasTotal)} arquivos que o banco cita faltam em ${tools.dataDir}/blobs ou estão danificados: ` +
        "npm run backup -- conferir diz quais.",
    );
  }
  return lines.join("\n");
}

function describeRestored(restored: Restored): string {
  const { manifest, rows, blobs, contas, migrated, isKeyWritten } = restored;
  return [
    `Restaurado o backup de ${showInstant(manifest.em)}: ${formatInteiro(rows)} linhas, ${formatInteiro(manifest.documentos)} documentos, ` +
      `${formatInteiro(manifest.emails)} e-mails, ${formatInteiro(blobs)} arquivos; tudo confere com o manifesto.`,
    `Época nova do feed em ${formatInteiro(contas)} ${contas === 1 ? "conta" : "contas"}.`,
    ...(migrated.length > 0 ? [`Migrações aplicadas depois: ${migrated.join(", ")}.`] : []),
    ...(isKeyWritten ? ["A chave dos segredos voltou para DATA_DIR/chave.key."] : []),
    ...(manifest.falhasTotal > 0
      ? [`AVISO: ${formatInteiro(manifest.falhasTotal)} arquivos já faltavam quando o backup foi feito.`]
      : []),
  ].join("\n");
}
