import { formatDateTime, formatInteger, MINUTE_MS, SECOND_MS } from "@malote/syntax";
import type { AppContext } from "../app-context.ts";
import type { Installation } from "../db/index.ts";
import { isRetryable, isUnavailable, StartRefusal } from "../errors.ts";
import { tryCanary } from "../services/key/key-canary.ts";
import { describeSilentWorkers } from "./describe-workers.ts";
import type { HealthFinding } from "./finding.ts";
import { findMissingMigrations } from "./migrations.ts";
import { explainDisk } from "./probe-folder.ts";

/** Limit for the dispatcher's last look for work. It looks every second at most, and 2 s after a failure. */
const DISPATCH_MAX_MS = 30 * SECOND_MS;
/** Due work that waits longer than this is a failure. */
const OVERDUE_MS = 15 * MINUTE_MS;
const ZONE = "America/Sao_Paulo";

type Check = (app: AppContext) => Promise<HealthFinding | HealthFinding[]>;

const CHECKS: readonly Check[] = [
  checkMigrations,
  checkRoles,
  checkKey,
  checkInstallation,
  checkDispatcher,
  checkDue,
  checkMissing,
  checkWrites,
];

/** Runs the database checks one after another. If the database stops answering, returns only `banco`. */
export async function checkDatabase(app: AppContext): Promise<HealthFinding[]> {
  const findings: HealthFinding[] = [];
  for (const check of CHECKS) {
    try {
      findings.push(...[await check(app)].flat());
    } catch (error) {
      if (isRetryable(error)) return [{ name: "banco", ok: false, detail: "O banco de dados não responde." }];
      // After a failed `migracoes` check, other checks may fail because tables are missing.
      const isKnown = findings.some(({ name, ok }) => name === "migracoes" && !ok);
      if (!isKnown) throw error;
    }
  }
  if (findings.some(({ name }) => name === "banco")) return findings;
  return [{ name: "banco", ok: true, detail: "O banco de dados responde." }, ...findings];
}

/** Least interval between two test writes after a success, in ms. */
const WRITE_MS = 10 * SECOND_MS;
const writtenAt = new WeakMap<AppContext["dispatching"], number>();
const WRITE_ERRORS: Readonly<Record<string, string>> = {
  "53100": "o disco dele está cheio",
  "25006": "está só para leitura",
};

/** Tries a write: a full or read-only database still answers all other checks. */
async function checkWrites({ database, dispatching }: AppContext): Promise<HealthFinding[]> {
  const last = writtenAt.get(dispatching);
  if (last !== undefined && performance.now() - last < WRITE_MS) return [];
  try {
    await database.gatekeeper.tryWrite();
    writtenAt.set(dispatching, performance.now());
    return [];
  } catch (error) {
    const why = error instanceof Error && "code" in error ? WRITE_ERRORS[String(error.code)] : undefined;
    if (why === undefined) throw error;
    return [{ name: "banco", ok: false, detail: `O banco de dados responde, mas não grava: ${why}.` }];
  }
}

async function checkMigrations(app: AppContext): Promise<HealthFinding> {
  const missing = await findMissingMigrations(app);
  if (missing.length === 0)
    return { name: "migracoes", ok: true, detail: "Todas as migrações desta versão foram aplicadas." };
  return {
    name: "migracoes",
    ok: false,
    detail: `Faltam migrações no banco (${missing.join(", ")}): rode a preparação.`,
  };
}

async function checkRoles({ database }: AppContext): Promise<HealthFinding> {
  try {
    await database.checkRoles();
    return { name: "papeis", ok: true, detail: "Usuário, papéis e segurança por linha estão corretos." };
  } catch (error) {
    if (error instanceof StartRefusal) return { name: "papeis", ok: false, detail: error.message };
    throw error;
  }
}

async function checkKey(app: AppContext): Promise<HealthFinding> {
  const canary = await tryCanary(app);
  if (canary.kind !== "closed")
    return { name: "chave", ok: true, detail: "A chave abre o valor de conferência." };
  return {
    name: "chave",
    ok: false,
    detail: `As chaves em MALOTE_KEY não abrem o que o banco guarda: falta a chave ${canary.keyId}.`,
  };
}

async function checkInstallation({ database }: AppContext): Promise<HealthFinding[]> {
  const installation = await database.gatekeeper.findInstallation();
  return [orphansFinding(installation), rollbackFinding(installation)];
}

function orphansFinding({ orphans }: Installation): HealthFinding {
  if (orphans === null)
    return { name: "orfaos", ok: true, detail: "A limpeza dos arquivos está funcionando." };
  return {
    name: "orfaos",
    ok: false,
    detail:
      `A limpeza dos arquivos parou: ${formatInteger(orphans)} deles não constam do banco, mais do que seria normal. Nada foi apagado. ` +
      "Veja o que são com npm run reler -- blobs --simular.",
  };
}

function rollbackFinding({ rollbackSeenAt }: Installation): HealthFinding {
  if (rollbackSeenAt === null)
    return { name: "retrocesso", ok: true, detail: "O banco não voltou a um estado anterior." };
  return {
    name: "retrocesso",
    ok: false,
    detail:
      `O banco voltou a um estado anterior (visto em ${formatDateTime(rollbackSeenAt, ZONE)}). Pare o Malote, rode npm run conta -- restaurado, ` +
      "suba-o e rode npm run reler -- blobs.",
  };
}

async function checkDispatcher({ dispatching, database }: AppContext): Promise<HealthFinding> {
  if (dispatching.lookedAt !== null) {
    const ms = performance.now() - dispatching.lookedAt;
    const ok = ms <= DISPATCH_MAX_MS;
    const detail = `O distribuidor procurou trabalho há ${Math.round(ms / SECOND_MS)} s.`;
    return { name: "distribuidor", ok, detail };
  }
  const workers = await database.gatekeeper.countWorkers();
  const { vivos } = workers;
  const silent = describeSilentWorkers(workers);
  if (vivos > 0)
    return { name: "distribuidor", ok: true, detail: `Workers no ar: ${formatInteger(vivos)}.${silent}` };
  return { name: "distribuidor", ok: false, detail: `Nenhum worker está no ar: o trabalho espera.${silent}` };
}

async function checkDue({ clock, database }: AppContext): Promise<HealthFinding> {
  const now = clock.now();
  const { quantas, desde } = await database.gatekeeper.findOverdueWork(now);
  if (desde === null) return { name: "trabalho", ok: true, detail: "Nenhum trabalho vencido espera." };
  const ms = now.getTime() - desde.getTime();
  const delay = ms < 2 * MINUTE_MS ? `${Math.round(ms / SECOND_MS)} s` : `${Math.round(ms / MINUTE_MS)} min`;
  const detail = `Trabalhos vencidos que esperam: ${formatInteger(quantas)}; o mais antigo, há ${delay}.`;
  return { name: "trabalho", ok: ms <= OVERDUE_MS, detail };
}

/** Counts missing blobs. A folder that cannot be read is not reported here, but by `arquivos`. */
async function checkMissing({ missingBlobs: ausentes, database }: AppContext): Promise<HealthFinding> {
  const requested = await ausentes.count().catch((error: unknown) => {
    if (isUnavailable(error) || explainDisk(error) !== null) return 0;
    throw error;
  });
  const waiting = await database.gatekeeper.countMissingBlobs();
  if (requested + waiting === 0)
    return { name: "ausentes", ok: true, detail: "Nenhum arquivo que foi pedido falta no armazém." };
  const detail =
    `Faltam no armazém arquivos que o banco nomeia: e-mails que esperam por eles para serem lidos, ${formatInteger(waiting)}; ` +
    `pedidos por alguém neste processo, ${formatInteger(requested)}. O registro diz quais: «arquivo ausente no armazém».`;
  return { name: "ausentes", ok: false, detail };
}
