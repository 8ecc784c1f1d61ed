/**
 * Name of a check. distribuidor: the worker's dispatcher. retrocesso: the database returned to an earlier
 * state. ausentes: blobs that the database names and the store lacks.
 */
export type HealthName =
  | "banco"
  | "migracoes"
  | "papeis"
  | "disco"
  | "arquivos"
  | "chave"
  | "fila"
  | "distribuidor"
  | "trabalho"
  | "orfaos"
  | "retrocesso"
  | "ausentes";

/** Result of one check. detail: a sentence for the operator, without secrets. */
export type HealthFinding = { name: HealthName; ok: boolean; detail: string };

/** The kind of process whose readiness is checked. */
export type ProcessKind = "http" | "worker";

/**
 * Checks that must pass before a process accepts work
 * (docs/adr/0080-health-checks.md); the others only inform.
 */
const REQUIRED_CHECKS: Readonly<Record<ProcessKind, ReadonlySet<HealthName>>> = {
  http: new Set(["banco", "migracoes", "papeis", "disco", "arquivos", "chave"]),
  worker: new Set(["banco", "migracoes", "papeis", "disco", "arquivos", "chave", "fila", "distribuidor"]),
};

/** Whether a process with these findings may accept work. */
export function isReady(findings: readonly HealthFinding[], processKind: ProcessKind): boolean {
  return findings.every(({ name, ok }) => ok || !REQUIRED_CHECKS[processKind].has(name));
}
