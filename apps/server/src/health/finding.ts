/** A check. distribuidor: the worker's dispatcher; retrocesso: the database went back in time;
 * ausentes: blobs that the database names and the store lacks. */
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

/** One thing that was looked at. detail: a sentence for the operator, without secrets. */
export type HealthFinding = { name: HealthName; ok: boolean; detail: string };

/** Which process asks whether it may work. */
export type Processo = "http" | "worker";

/** Without these the process must not be sent work (docs/adr/0080-verificacoes.md); the other findings inform. */
const BLOCKS: Readonly<Record<Processo, ReadonlySet<HealthName>>> = {
  http: new Set(["banco", "migracoes", "papeis", "disco", "arquivos", "chave"]),
  worker: new Set(["banco", "migracoes", "papeis", "disco", "arquivos", "chave", "fila", "distribuidor"]),
};

/** Whether a process with these findings may work. */
export function isReady(findings: readonly HealthFinding[], processo: Processo): boolean {
  return findings.every(({ name, ok }) => ok || !BLOCKS[processo].has(name));
}
