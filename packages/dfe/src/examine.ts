import { type Achado, makeAchado } from "./achados.ts";
import type { Examination, Trust } from "./examination.ts";
import { judgeDocumento, judgeRegistroOnly } from "./judge/judge-documento.ts";
import { isCancelamento } from "./judge/judge-evento.ts";
import type { EmbeddedEvento } from "./read/lote/embedded-eventos.ts";
import { findDfe, type OpenedDfe, openDfe } from "./read/read-dfe.ts";
import { hasValidSignature } from "./reparo/has-valid-signature.ts";
import { listReparos } from "./reparo/list-reparos.ts";
import type { RepairLimiter } from "./reparo/repair-limiter.ts";

/** Reads and judges the bytes of one file, and repairs e-mail damage where the signature proves the
 * result. Makes no network request: only SEFAZ confirms an authorization. Never throws for its input.
 * @param limiter shared by the files of one delivery; without it, every useful repair is tried */
export function examineDfe(bytes: Uint8Array, trust: Trust, limiter?: RepairLimiter): Examination {
  const examination = judge(openDfe(bytes), trust);
  if (!isRepairable(examination)) return examination;
  if (limiter?.mayTry(examination.assinatura) === false) return withNotice(examination);
  const repaired = repair(bytes, examination, trust);
  limiter?.tried(examination.assinatura, repaired !== null);
  return repaired ?? examination;
}

function withNotice(examination: Examination): Examination {
  return { ...examination, achados: [...examination.achados, makeAchado("reparo-nao-tentado")] };
}

function judge(opened: OpenedDfe, trust: Trust): Examination {
  const { reading, bytes } = opened;
  const julgamento = judgeDocumento(opened, trust);
  const eventos = opened.eventos.map((each) => judgeEmbedded(each, trust));
  const achados = [...julgamento.achados, ...eventos.flatMap(toAchado)];
  return { reading, reparo: null, bytes, ...julgamento, achados, eventos };
}

/** Judges an evento from the file of its nota as a separate document. */
function judgeEmbedded(embedded: EmbeddedEvento, trust: Trust): Examination {
  if (embedded.kind === "complete") return judge(openDfe(embedded.bytes), trust);
  const { evento, raiz, bytes } = embedded;
  const reading = { kind: "evento" as const, evento, raiz };
  return { reading, reparo: null, bytes, ...judgeRegistroOnly(evento), eventos: [] };
}

/** The findings that a nota takes from an evento in its file. */
function toAchado({ reading }: Examination): Achado[] {
  if (reading.kind !== "evento") return [];
  const { evento } = reading;
  const code = isCancelamento(evento) ? "cancelamento-no-arquivo" : "evento-no-arquivo";
  const detalhe = [evento.tpEvento, evento.cStat, evento.protocolo].filter(Boolean).join(" ");
  return [makeAchado(code, { detalhe })];
}

/** A repair is possible only for a signature that fails. E-mail
 * neither adds nor removes elements: no repair changes them. */
function isRepairable({ reading, assinatura, veredito }: Examination): boolean {
  if (veredito === null || (reading.kind === "ilegivel" && reading.motivo === "estrutura")) return false;
  return assinatura.estado === "invalida" || assinatura.motivos.includes("codificacao-reparada");
}

/** The first repair with a valid signature proves the signed
 * text. `assinatura` remains that of the received bytes. */
function repair(received: Uint8Array, { assinatura }: Examination, trust: Trust): Examination | null {
  for (const { nomes, bytes } of listReparos(received)) {
    if (!hasValidSignature(findDfe(bytes))) continue;
    const examination = judge(openDfe(bytes), trust);
    if (examination.assinatura.estado !== "valida") continue;
    return {
      ...examination,
      assinatura,
      reparo: { nomes },
      achados: [...examination.achados, makeAchado("reparada", { detalhe: nomes.join(" ") })],
    };
  }
  return null;
}
