import type { ManifestacaoStatus } from "../manifestacao/manifestacao.rules.ts";
import type { Flag } from "../nota/flags/nota-flag.rows.ts";

/** What a lote does to each of its documents. */
export type LoteAct =
  | { tipo: "marca"; marca: Flag; valor: boolean }
  | { tipo: "manifestacao"; status: ManifestacaoStatus; justificativa: string | null };
