import { isChaveAcesso, isSerieAvulsa, raizCnpj, splitChaveAcesso } from "@malote/syntax";
import { findAutores, findCancelamentos } from "../eventos/eventos.ts";
import type { AutorEvento } from "../eventos/table.ts";
import type { Findings } from "../findings.ts";
import type { EventoLido } from "../leitura.ts";
import {
  caminhosOf,
  hasEventoId,
  isModeloDaFamilia,
  readAlvoDoRegistro,
  readAmbienteDaResposta,
  readProvedorDoEvento,
} from "../read/consistency.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import type { Trust } from "../veredito.ts";
import { isAutoridade, isFisco } from "./autoridades.ts";
import type { ExpectedSigner } from "./judge-certificado.ts";
import { isWithinDeadline } from "./judge-prazo.ts";
import { isNumeroDeProtocolo } from "./protocolo.ts";

/** Status codes of a registered evento: bound (135), bound with a warning (134), not bound (136),
 * after the term (155). Of a cancelamento from before eventos existed: 101, and 151 after the term.
 * @source MOC NF-e §cStat; MOC CT-e 4.00 and MOC MDF-e
 * 3.00, registro de eventos; leiauteCancNFe_v2.00.xsd */
export const REGISTRADO: ReadonlySet<string> = new Set(["134", "135", "136", "155", "101", "151"]);

/** Says whether an evento cancels its document. */
export function isCancelamento({
  chaveAcesso,
  tpEvento,
}: Pick<EventoLido, "chaveAcesso" | "tpEvento">): boolean {
  return CANCELAMENTOS.has(splitChaveAcesso(chaveAcesso).modelo + tpEvento);
}

const CANCELAMENTOS: ReadonlySet<string> = new Set(findCancelamentos());
/** An evento and the operator's trust. */
type EventoCase = { evento: EventoLido; confianca: Trust };

/** Compares the Id, autor and registration of an evento with its own fields. */
export function judgeEvento(location: LocatedDocumento, caso: EventoCase, findings: Findings): void {
  const { evento } = caso;
  const caminhos = caminhosOf(location);
  const { id: caminho } = caminhos;
  if (!isChaveAcesso(evento.chaveAcesso)) findings.add("chave-invalida", { caminho });
  if (!hasEventoId(location, evento)) findings.add("id-divergente", { caminho });
  if (!isModeloDaFamilia(location, evento.chaveAcesso))
    findings.add("chave-divergente", { caminho, detalhe: "mod" });
  judgeAutor(location, caso, findings);
  if (evento.ambiente === "2") findings.add("ambiente-homologacao", { caminho: caminhos.ambiente });
  if (location.resposta) judgeRegistro(location, evento, findings);
  else findings.add("sem-protocolo");
}

/** Who should have signed an evento, and when: its autor, or the State for a document issued in its app. */
export function expectedSignerOfEvento(location: LocatedDocumento, evento: EventoLido): ExpectedSigner {
  return {
    documento: evento.autor,
    assinado: evento.dataEvento || null,
    protocolo: evento.protocoloData,
    provedor: readProvedorDoEvento(location, evento.chaveAcesso),
  };
}

// An evento names its autor and the key, and the key names the emitente: it proves nothing about other
// parties.
function judgeAutor(
  location: LocatedDocumento,
  { evento, confianca: trust }: EventoCase,
  findings: Findings,
): void {
  const onde = { caminho: caminhosOf(location).autor, detalhe: evento.autor };
  const autores = findAutores(location.layout.familia, evento);
  const isFor = (autor: AutorEvento): boolean => autores.includes(autor);
  const isEmitente = isOfEmitente(evento);
  if (isFor("emitente") && isEmitente) return;
  if (isFor("emitente") && autores.length === 1) {
    if (!isFiscoDaAvulsa(evento, trust)) findings.add("autor-nao-emitente", onde);
    return;
  }
  if (isFor("tomador") && isEmitente) findings.add("autor-nao-tomador", onde);
  // A company may send goods to its own branch, which then acts as destinatario.
  if (isFor("destinatario") && !isFor("emitente") && isExactEmitente(evento))
    findings.add("autor-nao-destinatario", onde);
  if (!isFor("fisco") || !isAutoridade(evento.autor, trust)) findings.add("autor-nao-conferido", onde);
}

/** In the series where the State issues for others, it also cancels. */
function isFiscoDaAvulsa({ chaveAcesso, autor }: EventoLido, trust: Trust): boolean {
  return isSerieAvulsa(splitChaveAcesso(chaveAcesso).serie) && isFisco(autor, trust);
}

// The registration is not signed by the autor: contradictions count, but its absence proves nothing.
function judgeRegistro(location: LocatedDocumento, evento: EventoLido, findings: Findings): void {
  const { resposta } = caminhosOf(location);
  if (!REGISTRADO.has(evento.cStat ?? ""))
    findings.add("evento-nao-registrado", { caminho: resposta.status, detalhe: evento.cStat ?? "" });
  const alvo = readAlvoDoRegistro(location);
  const says = (answer: string | null, own: string): boolean => answer === null || answer === own;
  if (
    alvo.chaveAcesso === null ||
    evento.protocoloData === null ||
    !isNumeroDeProtocolo(location.layout.familia, evento.protocolo ?? "")
  )
    findings.add("protocolo-invalido", { caminho: resposta.numero });
  for (const tag of evento.defeitos)
    findings.add("protocolo-invalido", { caminho: `${resposta.raiz}/${tag}` });
  const { protocoloData, dataEvento } = evento;
  if (protocoloData !== null && dataEvento !== "" && !isWithinDeadline(protocoloData, dataEvento))
    findings.add("protocolo-fora-de-prazo", { caminho: resposta.registro });
  const same =
    says(alvo.chaveAcesso, evento.chaveAcesso) &&
    says(alvo.tpEvento, evento.tpEvento) &&
    says(alvo.nSeqEvento, evento.nSeqEvento);
  if (!same) findings.add("protocolo-de-outra-chave", { caminho: resposta.chave });
  if (!says(readAmbienteDaResposta(location), evento.ambiente))
    findings.add("protocolo-de-outro-ambiente", { caminho: resposta.ambiente });
}

function isOfEmitente({ chaveAcesso, autor }: EventoLido): boolean {
  const { documento } = splitChaveAcesso(chaveAcesso);
  return autor.length === 14
    ? raizCnpj(autor) === raizCnpj(documento)
    : autor.padStart(14, "0") === documento;
}

/** Says whether the autor is exactly the emitente in the key, not another branch. */
function isExactEmitente({ chaveAcesso, autor }: EventoLido): boolean {
  return autor.padStart(14, "0") === splitChaveAcesso(chaveAcesso).documento;
}
