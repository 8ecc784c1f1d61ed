import { formatMessage, type ResultOf } from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import type { Caller } from "../handler.ts";
import { canManifest, findManifestacoes, findTargets } from "./manifestacao.rows.ts";
import {
  deadlinesOf,
  findDocumentImpediment,
  findGeneralImpediment,
  type Impediment,
} from "./manifestacao.rules.ts";
import { writeManifestacao } from "./manifestacao.wire.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** The manifestação fields of a document on the wire. */
export type NotaManifestacao = Pick<
  NotaWire,
  "manifestacoes" | "prazosManifestacao" | "manifestacaoImpedida"
>;

/** Requests about a document, the deadlines, and why the user cannot send one now. */
export async function readManifestacao(
  db: Db,
  { contaId, usuarioId, contaUf }: Caller,
  { id, now }: { id: string; now: Date },
): Promise<NotaManifestacao> {
  const [target] = await findTargets(db, contaId, [id]);
  if (!target) return { manifestacoes: [], prazosManifestacao: [], manifestacaoImpedida: null };
  const isAllowed = await canManifest(db, contaId, usuarioId);
  const impediment: Impediment | null =
    findDocumentImpediment(target) ??
    (isAllowed
      ? findGeneralImpediment(target, { now, zona: zoneOfUf(contaUf) })
      : { key: "manifestacaoSemPermissao" });
  return {
    manifestacoes: (await findManifestacoes(db, contaId, target.chave)).map(writeManifestacao),
    prazosManifestacao: deadlinesOf(target, now),
    manifestacaoImpedida: impediment && formatMessage(impediment.key, impediment.values),
  };
}
