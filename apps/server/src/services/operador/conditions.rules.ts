import { DAY_MS, formatInteger } from "@malote/syntax";
import type { InstallationMetrics, ObservedCondition, WorkerCount } from "../../db/index.ts";
import { describeSilentWorkers } from "../../health/describe-workers.ts";
import type { HealthFinding, HealthName } from "../../health/finding.ts";
import type { DiskSpace } from "../../metrics/disk-space.ts";
import type { OperatorCertificate } from "../../metrics/operator-certificates.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const GIGA = 1_073_741_824;

/** Free share of a disk below which the operator is notified. */
const DISK_SHARE = 0.1;
/** Highest age of the last good backup. */
const BACKUP_MAX_S = 2 * HOUR_S;
const VERIFY_MAX_S = 8 * DAY_S;
/**
 * Due work that waits longer than this is late; LIMITED kinds, which external limits delay, have more time.
 */
const LATE_S = HOUR_S;
const LATE_LIMITED_S = 6 * HOUR_S;
const LIMITED: ReadonlySet<string> = new Set([
  ...["validate", "manifesto", "distribuicao", "importacao", "exportacao", "repositorio", "lote"],
]);
/**
 * Abandoned tarefas of one day that are reported. Fewer may
 * be unreadable e-mails; this many indicate our own fault.
 */
const ABANDONED_MIN = 10;
const FAILING_SHARE = 0.2;
const FAILING_MIN = 3;
const CERTIFICATE_DAYS = 15;
const SLOW_MS = 2_000;

/** Facts that a process collects in one check. bancoMs: how long the database took to answer. */
export type Facts = {
  now: Date;
  medida: InstallationMetrics;
  bancoMs: number;
  saude: readonly HealthFinding[];
  discos: readonly DiskSpace[];
  workers: WorkerCount;
  certificados: readonly OperatorCertificate[];
  sandbox: boolean;
};

/**
 * esperaS: a shorter state is not reported. find: describes the problem in a sentence; null = no problem.
 * roteiro: its guide in docs/operar.
 */
type Condition = {
  titulo: string;
  roteiro: string;
  esperaS: number;
  find(facts: Facts): string | null;
};

const failed =
  (name: HealthName) =>
  ({ saude }: Facts) =>
    saude.find((finding) => finding.name === name && !finding.ok)?.detail ?? null;

/** A condition for a failed health check; the finding's detail is the sentence of the e-mail. */
function checkCondition(name: HealthName, titulo: string, roteiro = "verificacao-falhou"): Condition {
  return { titulo, roteiro, esperaS: 2 * MINUTE_S, find: failed(name) };
}

/** Every condition that is e-mailed to the operator, by name. */
export const CONDITIONS = {
  "disco-quase-cheio": {
    titulo: "o disco está quase cheio",
    roteiro: "disco-quase-cheio",
    esperaS: 5 * MINUTE_S,
    find: ({ discos }) => joinSentences(discos.filter(isNearlyFull).map(describeDisk)),
  },
  "disco-nao-grava": {
    titulo: "a pasta dos arquivos não aceita escrita",
    roteiro: "disco-quase-cheio",
    esperaS: 3 * MINUTE_S,
    // A nearly full disk and another installation's folder have their own conditions.
    find: (facts) =>
      isLow(facts.discos) || failed("arquivos")(facts) !== null ? null : failed("disco")(facts),
  },
  "arquivos-perdidos": {
    titulo: "a pasta dos arquivos não é a desta instalação",
    roteiro: "arquivos-perdidos",
    esperaS: 2 * MINUTE_S,
    find: failed("arquivos"),
  },
  "arquivos-ausentes": {
    titulo: "faltam arquivos no armazém",
    roteiro: "arquivos-ausentes",
    esperaS: 2 * MINUTE_S,
    find: failed("ausentes"),
  },
  "backup-falhou": {
    titulo: "o backup falhou",
    roteiro: "backup-falhou",
    esperaS: 15 * MINUTE_S,
    find: ({ medida }) =>
      backupOf(medida, "criar")?.ok === false ? "O último backup não terminou bem." : null,
  },
  "backup-velho": {
    titulo: "o último backup é antigo demais",
    roteiro: "backup-velho",
    esperaS: 10 * MINUTE_S,
    find: ({ medida }) =>
      describeAge("O último backup que terminou bem", backupOf(medida, "criar")?.idade, BACKUP_MAX_S),
  },
  "sem-backup": {
    titulo: "nunca houve um backup",
    roteiro: "backup-velho",
    esperaS: DAY_S,
    find: ({ medida, sandbox }) => {
      const never = (backupOf(medida, "criar")?.idade ?? null) === null;
      return never && !sandbox ? "Nenhum backup terminou bem até hoje." : null;
    },
  },
  "backup-nao-confere": {
    titulo: "o backup não foi conferido",
    roteiro: "backup-nao-confere",
    esperaS: 5 * MINUTE_S,
    find: ({ medida }) => {
      const conferir = backupOf(medida, "conferir");
      if (conferir?.ok === false) return "A última conferência do backup achou falhas ou não terminou.";
      return describeAge("A última conferência do backup", conferir?.idade, VERIFY_MAX_S);
    },
  },
  "worker-ausente": {
    titulo: "nenhum worker está no ar",
    roteiro: "worker-ausente",
    esperaS: 5 * MINUTE_S,
    find: ({ workers }) =>
      workers.vivos === 0
        ? `Nenhum worker está no ar: nada é coletado nem entregue.${describeSilentWorkers(workers)}`
        : null,
  },
  "distribuidor-parado": {
    titulo: "o trabalho não é distribuído",
    roteiro: "distribuidor-parado",
    esperaS: 3 * MINUTE_S,
    find: (facts) => (facts.workers.vivos === 0 ? null : failed("distribuidor")(facts)),
  },
  "trabalho-atrasado": {
    titulo: "há trabalho atrasado",
    roteiro: "trabalho-atrasado",
    esperaS: 5 * MINUTE_S,
    find: ({ medida }) =>
      joinSentences(
        medida.idades
          .filter(({ tipo, segundos }) => segundos > (LIMITED.has(tipo) ? LATE_LIMITED_S : LATE_S))
          .map(
            ({ tipo, segundos }) =>
              `A tarefa mais antiga do tipo ${tipo} espera há ${formatSeconds(segundos)}.`,
          ),
      ),
  },
  "trabalho-desistido": {
    titulo: "o Malote desistiu de trabalhos",
    roteiro: "trabalho-desistido",
    esperaS: 5 * MINUTE_S,
    find: ({ medida: { desistidas } }) => {
      const total = desistidas.reduce((sum, { quantas }) => sum + quantas, 0);
      if (total < ABANDONED_MIN) return null;
      const tipos = desistidas.map(({ tipo, quantas }) => `${tipo}: ${formatInteger(quantas)}`).join(", ");
      return `Nas últimas 24 h o Malote desistiu de ${formatInteger(total)} trabalhos (${tipos}).`;
    },
  },
  "caixas-com-erro": {
    titulo: "muitas caixas de e-mail estão com erro",
    roteiro: "caixas-com-erro",
    esperaS: 30 * MINUTE_S,
    find: ({ medida: { caixas } }) =>
      caixas.erro >= FAILING_MIN && caixas.erro > caixas.todas * FAILING_SHARE
        ? `${formatInteger(caixas.erro)} de ${formatInteger(caixas.todas)} caixas estão com erro.`
        : null,
  },
  "certificado-do-operador": {
    titulo: "um certificado do operador está vencendo",
    roteiro: "certificado-do-operador",
    esperaS: 0,
    find: ({ certificados, now }) =>
      joinSentences(
        certificados
          .map(({ qual, validTo }) => ({
            qual,
            dias: Math.floor((validTo.getTime() - now.getTime()) / DAY_MS),
          }))
          .filter(({ dias: days }) => days < CERTIFICATE_DAYS)
          .map(describeCertificate),
      ),
  },
  "orfaos-em-massa": {
    titulo: "a limpeza dos arquivos parou",
    roteiro: "orfaos-em-massa",
    esperaS: 0,
    find: failed("orfaos"),
  },
  retrocesso: {
    titulo: "o banco voltou a um estado anterior",
    roteiro: "retrocesso",
    esperaS: 0,
    find: failed("retrocesso"),
  },
  "redis-fora": {
    titulo: "o Redis não responde",
    roteiro: "redis-fora",
    esperaS: 5 * MINUTE_S,
    find: failed("fila"),
  },
  "banco-lento": {
    titulo: "o banco de dados está lento",
    roteiro: "banco-lento",
    esperaS: 10 * MINUTE_S,
    find: ({ bancoMs }) =>
      bancoMs > SLOW_MS ? `Uma leitura das métricas levou ${formatInteger(Math.round(bancoMs))} ms.` : null,
  },
  "verificacao-banco": checkCondition(
    "banco",
    "o banco de dados não responde ou não grava",
    "banco-fora-do-ar",
  ),
  "verificacao-migracoes": checkCondition("migracoes", "o banco não é o desta versão"),
  "verificacao-papeis": checkCondition("papeis", "o usuário do banco não é o que deve ser"),
  "verificacao-chave": checkCondition("chave", "a chave não é a deste banco"),
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof CONDITIONS;

/** The condition that reports each verification; the type requires one for every new verification. */
export const CONDITION_OF_CHECK: Readonly<Record<HealthName, ConditionName>> = {
  banco: "verificacao-banco",
  migracoes: "verificacao-migracoes",
  papeis: "verificacao-papeis",
  disco: "disco-nao-grava",
  arquivos: "arquivos-perdidos",
  chave: "verificacao-chave",
  fila: "redis-fora",
  distribuidor: "distribuidor-parado",
  // Uses the age of the oldest work of each kind.
  trabalho: "trabalho-atrasado",
  orfaos: "orfaos-em-massa",
  retrocesso: "retrocesso",
  ausentes: "arquivos-ausentes",
};

const NAMES = Object.keys(CONDITIONS) as ConditionName[];

/** Evaluates every condition of {@link CONDITIONS}. */
export function judgeFacts(facts: Facts): ObservedCondition[] {
  return NAMES.map((condicao) => {
    const { find, esperaS } = CONDITIONS[condicao];
    const detalhe = find(facts);
    return { condicao, ativa: detalhe !== null, detalhe: detalhe ?? "", esperaS };
  });
}

export function isCondition(certificateName: string): certificateName is ConditionName {
  return Object.hasOwn(CONDITIONS, certificateName);
}

function backupOf({ backups }: InstallationMetrics, tipo: string) {
  return backups.find((backup) => backup.tipo === tipo);
}

function joinSentences(sentences: readonly (string | null)[]): string | null {
  const present = sentences.filter((sentence) => sentence !== null);
  return present.length === 0 ? null : present.join(" ");
}

function isNearlyFull({ livre, total }: DiskSpace): boolean {
  return livre < total * DISK_SHARE;
}

/** Whether the blob disk is nearly full. If it is not listed, it is the data folder's disk. */
function isLow(discos: readonly DiskSpace[]): boolean {
  const arquivos = discos.find(({ pasta }) => pasta === "arquivos") ?? discos[0];
  return arquivos !== undefined && isNearlyFull(arquivos);
}

function describeDisk({ pasta, livre, total }: DiskSpace): string {
  const giga = (bytes: number): string => (bytes / GIGA).toFixed(1).replace(".", ",");
  return `No disco da pasta de ${pasta} restam ${giga(livre)} GB de ${giga(total)} GB.`;
}

function describeCertificate({
  qual,
  dias: days,
}: {
  qual: OperatorCertificate["qual"];
  dias: number;
}): string {
  const certificateName = qual === "sefaz" ? "O certificado em SEFAZ_PFX" : "O certificado da porta do feed";
  return days < 0 ? `${certificateName} venceu.` : `${certificateName} vence em ${formatInteger(days)} dias.`;
}

function describeAge(what: string, seconds: number | null | undefined, max: number): string | null {
  return (seconds ?? 0) > max ? `${what} tem ${formatSeconds(seconds ?? 0)}.` : null;
}

function formatSeconds(seconds: number): string {
  if (seconds >= 2 * DAY_S) return `${formatInteger(Math.floor(seconds / DAY_S))} dias`;
  return `${formatInteger(Math.floor(seconds / HOUR_S))} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`;
}
