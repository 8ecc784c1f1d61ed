import { formatInteger, formatSize } from "@malote/syntax";
import { showBackup, showInstant } from "../../backup/backup-name.ts";
import { countDamagedObjects, type Damage } from "../../backup/damage/damage-record.ts";
import { describeDamage } from "../../backup/damage/describe-damage.ts";
import type { ManifestFound } from "../../backup/repository.ts";
import type { Verification } from "../../backup/run-verify.ts";

/** Most backups that are listed one by one; of the rest only the number is printed. */
const HITS_MAX = 500;

/** Describes a verification: what it read, each damaged backup, and the newest undamaged one. */
export function describeVerified({ flaws, unjudged, hits, newestWhole, ...total }: Verification): string {
  const read =
    `Backups conferidos: ${formatInteger(total.backups)}; ${formatInteger(total.objects)} objetos (${formatSize(total.bytes)}), ` +
    `${formatInteger(total.rows)} linhas, ${formatInteger(total.blobs)} arquivos.`;
  const lines = [read, flaws === 0 ? "Nenhuma falha." : `Falhas: ${formatInteger(flaws)}.`];
  if (hits.length > 0) {
    lines.push(
      `Backups atingidos: ${formatInteger(hits.length)}.`,
      ...hits
        .slice(0, HITS_MAX)
        .map(({ key, objects }) => `atingido  ${showBackup(key)}  ${countObjects(objects)}`),
      ...(hits.length > HITS_MAX ? [`… e mais ${formatInteger(hits.length - HITS_MAX)}.`] : []),
      newestWhole === null
        ? "Nenhum backup está inteiro. Faça um agora, nesse mesmo destino, com npm run backup -- criar."
        : `O backup mais novo que está inteiro: ${showBackup(newestWhole)}`,
      "O próximo criar guarda de novo o que ainda existe nesta instalação; confira outra vez depois dele.",
    );
  }
  if (unjudged > 0) {
    lines.push(
      `AVISO: ${unjudged} arquivos em chaves/ só podem ser conferidos com a chave secreta (BACKUP_AGE_CHAVE).`,
    );
  }
  return lines.join("\n");
}

const countObjects = (objects: number): string =>
  objects === 1 ? "1 objeto" : `${formatInteger(objects)} objetos`;

/** Lists the backups, newest first, with the known damage. */
export function describeList({ found, damages }: { found: ManifestFound[]; damages: Damage[] }): string {
  if (found.length === 0) return "Nenhum backup.";
  const hits = countDamagedObjects(damages);
  const lines = found.map(({ key, manifest }) => {
    if (manifest === null) return `${showBackup(key)}  danificado: não abre`;
    const { em, id, documentos, bytes } = manifest;
    const said = `${showInstant(em)}  ${id}  ${formatInteger(documentos)} documentos  ${formatSize(bytes)}`;
    const objects = hits.get(key);
    return objects === undefined ? said : `${said}  atingido: ${countObjects(objects)}`;
  });
  if (damages.length > 0) lines.push(`AVISO: ${describeDamage(damages)}`);
  return lines.join("\n");
}
