import { makeAchado } from "./achados.ts";
import { judgeDocumento, judgeSoRegistro } from "./judge/judge-documento.ts";
import { isCancelamento } from "./judge/judge-evento.ts";
import type { EventoJunto } from "./read/juntos.ts";
import { type Aberto, findDfe, openDfe } from "./read/read-dfe.ts";
import { holdsAssinatura } from "./reparo/hold-assinatura.ts";
import type { LimiteReparos } from "./reparo/limite-reparos.ts";
import { listReparos } from "./reparo/list-reparos.ts";
import type { Achado, Confianca, Exame } from "./veredito.ts";

/** Reads and judges the bytes of one file in one pass: what it is, what its signature proves, who signed, what its protocol and its
 * form say, and whether undoing what e-mail does to files brings the signed original back. It asks nobody: authorization and
 * revocation are SEFAZ's and the authority's to say. Never throws for its input.
 * @param limite of the files that came together; absent: a repair is tried whenever one may help */
export function examineDfe(bytes: Uint8Array, confianca: Confianca, limite?: LimiteReparos): Exame {
  const exame = judge(openDfe(bytes), confianca);
  if (!isWorthRepair(exame)) return exame;
  if (limite?.mayTry(exame.assinatura) === false) return withNotice(exame);
  const repaired = repair(bytes, exame, confianca);
  limite?.tried(exame.assinatura, repaired !== null);
  return repaired ?? exame;
}

function withNotice(exame: Exame): Exame {
  return { ...exame, achados: [...exame.achados, makeAchado("reparo-nao-tentado")] };
}

function judge(aberto: Aberto, confianca: Confianca): Exame {
  const { leitura, bytes } = aberto;
  const julgamento = judgeDocumento(aberto, confianca);
  const eventos = aberto.eventos.map((each) => judgeJunto(each, confianca));
  const achados = [...julgamento.achados, ...eventos.flatMap(toAchado)];
  return { leitura, reparo: null, bytes, ...julgamento, achados, eventos };
}

/** An evento that came in the file of its nota, as a document of its own. */
function judgeJunto(junto: EventoJunto, confianca: Confianca): Exame {
  if (junto.kind === "inteiro") return judge(openDfe(junto.bytes), confianca);
  const { evento, raiz, bytes } = junto;
  const leitura = { kind: "evento" as const, evento, raiz };
  return { leitura, reparo: null, bytes, ...judgeSoRegistro(evento), eventos: [] };
}

/** What a nota's findings say of an evento in its file. */
function toAchado({ leitura }: Exame): Achado[] {
  if (leitura.kind !== "evento") return [];
  const { evento } = leitura;
  const codigo = isCancelamento(evento) ? "cancelamento-no-arquivo" : "evento-no-arquivo";
  const detalhe = [evento.tpEvento, evento.cStat, evento.protocolo].filter(Boolean).join(" ");
  return [makeAchado(codigo, { detalhe })];
}

/** Only what claims a signature can prove anything, and only when it does not hold as it came. Elements that are missing or too many are
 * not what e-mail does to a file: no reversal brings them or takes them away. */
function isWorthRepair({ leitura, assinatura, veredito }: Exame): boolean {
  if (veredito === null || (leitura.kind === "ilegivel" && leitura.motivo === "estrutura")) return false;
  return assinatura.estado === "invalida" || assinatura.motivos.includes("codificacao-reparada");
}

/** The first reversal after which the signature holds: that text is what was signed. The bytes as they came keep their own word. */
function repair(received: Uint8Array, { assinatura }: Exame, confianca: Confianca): Exame | null {
  for (const { nomes, bytes } of listReparos(received)) {
    if (!holdsAssinatura(findDfe(bytes))) continue;
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
