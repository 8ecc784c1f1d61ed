import { formatInteger } from "@malote/syntax";
import { countDamagedObjects, type Damage } from "./damage-record.ts";

/** Describes damage in one sentence: how many objects, and how many affected backups. */
export function describeDamage(damages: readonly Damage[]): string {
  const [objects, backups] = [damages.length, countDamagedObjects(damages).size];
  const what =
    objects === 1
      ? "1 objeto está danificado ou falta"
      : `${formatInteger(objects)} objetos estão danificados ou faltam`;
  if (backups === 0) return `No destino ${what}; nenhum backup usa isso.`;
  const affected = backups === 1 ? "1 backup" : `${formatInteger(backups)} backups`;
  return `No destino ${what}, e isso atinge ${affected} (npm run backup -- listar diz quais).`;
}
