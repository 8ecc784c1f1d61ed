import { isChaveAcesso, isSerieAvulsa, raizCnpj, splitChaveAcesso } from "@malote/syntax";
import type { Findings } from "../findings.ts";
import type { EventoLido } from "../leitura.ts";
import {
  caminhosOf,
  hasEventoId,
  readAlvoDoRegistro,
  readAmbienteDaResposta,
  readProvedor,
} from "../read/conferencia.ts";
import type { Familia } from "../read/layouts.ts";
import type { Localizado } from "../read/locate.ts";
import type { Assinante } from "./judge-certificado.ts";

/** Answers that say registered: bound to the nota, with a warning on its situation (134), not bound (136), after the term (155).
 * @source MOC NF-e §cStat; MOC CT-e 4.00 and MOC MDF-e 3.00, registro de eventos */
export const REGISTRADO: ReadonlySet<string> = new Set(["134", "135", "136", "155"]);

/** Events that only the issuer of the nota may make. Of an NF-e's, 110150 (ator interessado), 110001 (cancelling an evento) and
 * 110300 (payment) have other authors too; of a CT-e's or MDF-e's, only the last two. A CT-e's 610110 and 610111 are the
 * tomador's, whom an evento alone does not name.   @source MOC, tabela de eventos; NT 2025.002; NT 2026.001; NT 2026.006 */
const DO_EMITENTE: Readonly<Record<Familia, RegExp>> = {
  nfe: /^11(?:0(?!150|001|300)[0-9]{3}|2[0-9]{3})$/,
  cte: /^110(?!001|300)[0-9]{3}$/,
  mdfe: /^110(?!001|300)[0-9]{3}$/,
};
/** What only the tomador of a CT-e says of it; an issuer that says it of itself deserves a look. */
const DO_TOMADOR: ReadonlySet<string> = new Set(["610110", "610111"]);

/** Holds an event's Id, author and registration against its own fields. */
export function judgeEvento(lugar: Localizado, evento: EventoLido, findings: Findings): void {
  const caminhos = caminhosOf(lugar);
  const { id: caminho } = caminhos;
  if (!isChaveAcesso(evento.chaveAcesso)) findings.add("chave-invalida", { caminho });
  if (!hasEventoId(lugar, evento)) findings.add("id-divergente", { caminho });
  judgeAutor(lugar, evento, findings);
  if (evento.ambiente === "2") findings.add("ambiente-homologacao", { caminho: caminhos.ambiente });
  if (lugar.resposta) judgeRegistro(lugar, evento, findings);
  else findings.add("sem-protocolo");
}

/** Who should have signed an event, and when: its author, at the hour of registration. */
export function assinanteOfEvento(lugar: Localizado, evento: EventoLido): Assinante {
  const { serie, documento } = splitChaveAcesso(evento.chaveAcesso);
  return {
    documento: evento.autor,
    quando: evento.protocoloData ?? evento.dataEvento,
    provedor: readProvedor(lugar, evento.chaveAcesso),
    serie,
    chaveDocumento: documento,
  };
}

function judgeAutor(lugar: Localizado, evento: EventoLido, findings: Findings): void {
  const { familia } = lugar.layout;
  const onde = { caminho: caminhosOf(lugar).autor, detalhe: evento.autor };
  // In the series where the State issues for somebody, the key's document is not always the issuer's.
  if (isSerieAvulsa(splitChaveAcesso(evento.chaveAcesso).serie)) return;
  const isEmitente = isOfEmitente(evento);
  if (DO_EMITENTE[familia].test(evento.tpEvento) && !isEmitente) findings.add("autor-nao-emitente", onde);
  const isDoTomador = familia === "cte" && DO_TOMADOR.has(evento.tpEvento);
  if (isDoTomador && isEmitente) findings.add("autor-nao-tomador", onde);
}

// The registration carries no signature of the author: these are contradictions, their absence proves nothing.
function judgeRegistro(lugar: Localizado, evento: EventoLido, findings: Findings): void {
  const { resposta } = caminhosOf(lugar);
  if (!REGISTRADO.has(evento.cStat ?? ""))
    findings.add("evento-nao-registrado", { caminho: resposta.status, detalhe: evento.cStat ?? "" });
  const alvo = readAlvoDoRegistro(lugar);
  const says = (answer: string | null, own: string): boolean => answer === null || answer === own;
  const same =
    says(alvo.chaveAcesso, evento.chaveAcesso) &&
    says(alvo.tpEvento, evento.tpEvento) &&
    says(alvo.nSeqEvento, evento.nSeqEvento);
  if (!same) findings.add("protocolo-de-outra-chave", { caminho: resposta.chave });
  if (!says(readAmbienteDaResposta(lugar), evento.ambiente))
    findings.add("protocolo-de-outro-ambiente", { caminho: resposta.ambiente });
}

function isOfEmitente({ chaveAcesso, autor }: EventoLido): boolean {
  const { documento } = splitChaveAcesso(chaveAcesso);
  return autor.length === 14
    ? raizCnpj(autor) === raizCnpj(documento)
    : autor.padStart(14, "0") === documento;
}
