import { makeAchado } from "./achados.ts";
import { judgeDocumento, judgeSoRegistro } from "./judge/judge-documento.ts";
import { isCancelamento } from "./judge/judge-evento.ts";
import type { EmbeddedEvento } from "./read/lote/embedded-eventos.ts";
import { findDfe, type OpenedDfe, openDfe } from "./read/read-dfe.ts";
import { hasValidSignature } from "./reparo/has-valid-signature.ts";
import { listReparos } from "./reparo/list-reparos.ts";
import type { RepairLimiter } from "./reparo/repair-limiter.ts";
import type { Achado, Confianca, Exame } from "./veredito.ts";

/** Reads and judges the bytes of one file, and repairs e-mail damage where the signature proves the
 * result. Makes no network request: only SEFAZ confirms an authorization. Never throws for its input.
 * @param limiter shared by the files of one delivery; without it, every useful repair is tried */
export function examineDfe(bytes: Uint8Array, confianca: Confianca, limiter?: RepairLimiter): Exame {
  const exame = judge(openDfe(bytes), confianca);
  if (!isRepairable(exame)) return exame;
  if (limiter?.mayTry(exame.assinatura) === false) return withNotice(exame);
  const repaired = repair(bytes, exame, confianca);
  limiter?.tried(exame.assinatura, repaired !== null);
  return repaired ?? exame;
}

function withNotice(exame: Exame): Exame {
  return { ...exame, achados: [...exame.achados, makeAchado("reparo-nao-tentado")] };
}

function judge(opened: OpenedDfe, confianca: Confianca): Exame {
  const { leitura, bytes } = opened;
  const julgamento = judgeDocumento(opened, confianca);
  const eventos = opened.eventos.map((each) => judgeEmbedded(each, confianca));
  const achados = [...julgamento.achados, ...eventos.flatMap(toAchado)];
  return { leitura, reparo: null, bytes, ...julgamento, achados, eventos };
}

/** Judges an evento from the file of its nota as a separate document. */
function judgeEmbedded(embedded: EmbeddedEvento, confianca: Confianca): Exame {
  if (embedded.kind === "complete") return judge(openDfe(embedded.bytes), confianca);
  const { evento, raiz, bytes } = embedded;
  const leitura = { kind: "evento" as const, evento, raiz };
  return { leitura, reparo: null, bytes, ...judgeSoRegistro(evento), eventos: [] };
}

/** The findings that a nota takes from an evento in its file. */
function toAchado({ leitura }: Exame): Achado[] {
  if (leitura.kind !== "evento") return [];
  const { evento } = leitura;
  const codigo = isCancelamento(evento) ? "cancelamento-no-arquivo" : "evento-no-arquivo";
  const detalhe = [evento.tpEvento, evento.cStat, evento.protocolo].filter(Boolean).join(" ");
  return [makeAchado(codigo, { detalhe })];
}

/** A repair is possible only for a signature that fails. E-mail
 * neither adds nor removes elements: no repair changes them. */
function isRepairable({ leitura, assinatura, veredito }: Exame): boolean {
  if (veredito === null || (leitura.kind === "ilegivel" && leitura.motivo === "estrutura")) return false;
  return assinatura.estado === "invalida" || assinatura.motivos.includes("codificacao-reparada");
}

/** The first repair with a valid signature proves the signed
 * text. `assinatura` remains that of the received bytes. */
function repair(received: Uint8Array, { assinatura }: Exame, confianca: Confianca): Exame | null {
  for (const { nomes, bytes } of listReparos(received)) {
    if (!hasValidSignature(findDfe(bytes))) continue;
    const exame = judge(openDfe(bytes), confianca);
    if (exame.assinatura.estado !== "valida") continue;
    return {
      ...exame,
      assinatura,
      reparo: { nomes },
      achados: [...exame.achados, makeAchado("reparada", { detalhe: nomes.join(" ") })],
    };
  }
  return null;
}
