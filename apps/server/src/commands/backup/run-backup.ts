import path from "node:path";
import { formatInteger, formatSize } from "@malote/syntax";
import { showInstant } from "../../backup/backup-name.ts";
import type { BackupTools } from "../../backup/backup-tools.ts";
import { withRepository } from "../../backup/backup-tools.ts";
import type { Created } from "../../backup/create-backup.ts";
import { readDamage } from "../../backup/damage/damage-record.ts";
import { explainFailure } from "../../backup/explain-failure.ts";
import { runCreate } from "../../backup/run-create.ts";
import { runPrune } from "../../backup/run-prune.ts";
import { type Restored, runRestore } from "../../backup/run-restore.ts";
import { runVerify } from "../../backup/run-verify.ts";
import { readBackupConfig, readPlace } from "../../backup-config.ts";
import { systemClock } from "../../clock.ts";
import { readDatabaseUrl, readOwnerUrl } from "../../database-config.ts";
import { StartRefusal } from "../../errors.ts";
import { readGivenKeys, readSealingKeys } from "../../key-config.ts";
import { createLogger } from "../../log.ts";
import { describePruned } from "./describe-pruned.ts";
import { describeList, describeVerified } from "./describe-repository.ts";
import { HELP_TEXT, USAGE } from "./help.ts";
import { type Command, parseArguments } from "./parse-arguments.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

/** Environment and output streams of the command. */
export type CommandIo = {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Pick<NodeJS.WritableStream, "write">;
  stderr: Pick<NodeJS.WritableStream, "write">;
};

type Action = Exclude<Command, { kind: "ajuda" }>;
/** Text to print, and whether the exit code is 0. */
type Result = { texto: string; isGood: boolean };

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/**
 * The command `backup`: makes, restores, verifies, lists and prunes backups.
 * @returns exit code: 0 done; 1 refused, failed or damage found; 2 wrong usage
 */
export async function runBackup(args: readonly string[], io: CommandIo): Promise<number> {
  const command = parseArguments(args);
  if (command.kind === "uso-errado") {
    io.stderr.write(`${command.sentence}\n${USAGE}\n`);
    return EXIT_USAGE;
  }
  if (command.kind === "ajuda") {
    io.stdout.write(HELP_TEXT);
    return 0;
  }
  try {
    const { texto, isGood } = await execute(command, io);
    if (texto !== "") io.stdout.write(`${texto}\n`);
    return isGood ? 0 : EXIT_REFUSED;
  } catch (error) {
    const sentence = explainFailure(error);
    if (sentence === null) throw error;
    io.stderr.write(`${sentence}\n`);
    return EXIT_REFUSED;
  }
}

async function execute(command: Action, io: CommandIo): Promise<Result> {
  const { env } = io;
  if (command.kind === "manter") return await runScheduler(command, io);
  const tools = await openTools(command, io);
  if (command.kind === "podar") {
    const { retention } = await readBackupConfig(env, tools.dataDir);
    const options = { retention, onlyPlan: command.simular, dropDamaged: command.danificados };
    return describePruned(await runPrune(tools, options), command.simular);
  }
  if (command.kind === "criar") {
    const secretKeys = readSealingKeys(env, tools.dataDir, env.NODE_ENV === "production");
    const created = await runCreate({ ...tools, isNew: command.novo }, secretKeys);
    return { texto: describeCreated(created, tools), isGood: true };
  }
  if (command.kind === "restaurar") {
    const request = {
      databaseUrl: readDatabaseUrl(env),
      id: command.backup,
      maloteKey: readGivenKeys(env).trim() || undefined,
    };
    return { texto: describeRestored(await runRestore(tools, request)), isGood: true };
  }
  if (command.kind === "conferir") {
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
async function runScheduler(command: Action, io: CommandIo): Promise<Result> {
  const { env } = io;
  const log = createLogger("backup", env.LOG_LEVEL || "info");
  const tools = { ...(await openTools(command, io)), say: (line: string) => log.info(line) };
  const secretKeys = readSealingKeys(env, tools.dataDir, env.NODE_ENV === "production");
  const { everyMs, retention } = await readBackupConfig(env, tools.dataDir);
  await runUntilStopped({ tools, chaves: secretKeys, everyMs, retention, log });
  return { texto: "", isGood: true };
}

/**
 * Builds the tools. Verify and list need no database, so they work on a machine that has only the repository.
 */
async function openTools({ kind, destino }: Action, { env, stdout }: CommandIo): Promise<BackupTools> {
  const dataDir = path.resolve(env.DATA_DIR || ".data");
  const config = await readBackupConfig(env, dataDir);
  const place = destino === null ? config.place : readPlace(env, resolveFromCaller(env, destino));
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
function resolveFromCaller({ INIT_CWD }: CommandIo["env"], destino: string): string {
  return INIT_CWD === undefined || destino.includes("://") ? destino : path.resolve(INIT_CWD, destino);
}

function describeCreated({ manifest, bytesNovos }: Created, tools: BackupTools): string {
  const { documentos, emails, falhasTotal } = manifest;
  const lines = [
    `Backup de ${showInstant(manifest.em)} pronto (${manifest.id}): ${formatInteger(documentos)} documentos, ${formatInteger(emails)} e-mails, ` +
      `${formatInteger(manifest.blobs.quantos)} arquivos; ${formatSize(manifest.bytes)} ao todo, ${formatSize(bytesNovos)} novos.`,
    manifest.chaves.texto === null
      ? "A chave MALOTE_KEY não vai no backup: guarde-a também. Sem ela, as senhas e os certificados guardados não abrem."
      : "A chave dos segredos (chave.key) vai criptografada no backup: quem tem a senha dele abre tudo.",
  ];
  if (falhasTotal > 0) {
    lines.push(
      `AVISO: ${formatInteger(falhasTotal)} arquivos que o banco cita faltam em ${tools.dataDir}/blobs ou estão danificados: ` +
        "npm run backup -- conferir diz quais.",
    );
  }
  return lines.join("\n");
}

function describeRestored(restored: Restored): string {
  const { manifest, rows, blobs, contas, migrated, isKeyWritten } = restored;
  return [
    `Restaurado o backup de ${showInstant(manifest.em)}: ${formatInteger(rows)} linhas, ${formatInteger(manifest.documentos)} documentos, ` +
      `${formatInteger(manifest.emails)} e-mails, ${formatInteger(blobs)} arquivos; tudo confere com o manifesto.`,
    `Época nova do feed em ${formatInteger(contas)} ${contas === 1 ? "conta" : "contas"}.`,
    ...(migrated.length > 0 ? [`Migrações aplicadas depois: ${migrated.join(", ")}.`] : []),
    ...(isKeyWritten ? ["A chave dos segredos voltou para DATA_DIR/chave.key."] : []),
    ...(manifest.falhasTotal > 0
      ? [`AVISO: ${formatInteger(manifest.falhasTotal)} arquivos já faltavam quando o backup foi feito.`]
      : []),
  ].join("\n");
}
