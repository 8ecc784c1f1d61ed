import { isChaveAcesso, isSerieAvulsa, raizCnpj, splitChaveAcesso } from "@malote/syntax";
import { findAutores, findCancelamentos } from "../eventos/eventos.ts";
import type { AutorEvento } from "../eventos/tabela.ts";
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
import type { Confianca } from "../veredito.ts";
import { isAutoridade, isFisco } from "./autoridades.ts";
import type { Assinante } from "./judge-certificado.ts";
import { isDentroDoPrazo } from "./judge-prazo.ts";
import { isNumeroDeProtocolo } from "./protocolo.ts";

/**
 * Answers that say registered: bound to the nota, with a warning on its situation (134), not bound
 * (136), after the term (155); of a cancellation before there were eventos 101, and 151 after the
 * term.
 * @source MOC NF-e §cStat; MOC CT-e 4.00 and MOC MDF-e 3.00, registro de eventos;
 * leiauteCancNFe_v2.00.xsd
 */
export const REGISTRADO: ReadonlySet<string> = new Set(["134", "135", "136", "155", "101", "151"]);

/** Says whether an evento is one that cancels its document. */
export function isCancelamento({
  chaveAcesso,
  tpEvento,
}: Pick<EventoLido, "chaveAcesso" | "tpEvento">): boolean {
  return CANCELAMENTOS.has(splitChaveAcesso(chaveAcesso).modelo + tpEvento);
}

const CANCELAMENTOS: ReadonlySet<string> = new Set(findCancelamentos());
/** An evento with whom the operator trusts. */
type Caso = { evento: EventoLido; confianca: Confianca };

/** Holds an event's Id, author and registration against its own fields. */
export function judgeEvento(location: LocatedDocumento, caso: Caso, findings: Findings): void {
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

/** Who should have signed an event, and when: its author alone, or the State for what was issued by its app. */
export function assinanteOfEvento(location: LocatedDocumento, evento: EventoLido): Assinante {
  return {
    documento: evento.autor,
    assinado: evento.dataEvento || null,
    protocolo: evento.protocoloData,
    provedor: readProvedorDoEvento(location, evento.chaveAcesso),
  };
}

// An evento names its author and the key, and the key its issuer: about any other party it proves nothing.
function judgeAutor(location: LocatedDocumento, { evento, confianca }: Caso, findings: Findings): void {
  const onde = { caminho: caminhosOf(location).autor, detalhe: evento.autor };
  const autores = findAutores(location.layout.familia, evento);
  const isFor = (autor: AutorEvento): boolean => autores.includes(autor);
  const isEmitente = isOfEmitente(evento);
  if (isFor("emitente") && isEmitente) return;
  if (isFor("emitente") && autores.length === 1) {
    if (!isFiscoDaAvulsa(evento, confianca)) findings.add("autor-nao-emitente", onde);
    return;
  }
  if (isFor("tomador") && isEmitente) findings.add("autor-nao-tomador", onde);
  // A company may send goods to its own branch, which then speaks as the recipient.
  if (isFor("destinatario") && !isFor("emitente") && isEmitenteMesmo(evento))
    findings.add("autor-nao-destinatario", onde);
  if (!isFor("fisco") || !isAutoridade(evento.autor, confianca)) findings.add("autor-nao-conferido", onde);
}

/** In the series where the State issues for somebody, it also cancels. */
function isFiscoDaAvulsa({ chaveAcesso, autor }: EventoLido, confianca: Confianca): boolean {
  return isSerieAvulsa(splitChaveAcesso(chaveAcesso).serie) && isFisco(autor, confianca);
}

// The registration carries no signature of the author: these are contradictions, their absence proves nothing.
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
  if (protocoloData !== null && dataEvento !== "" && !isDentroDoPrazo(protocoloData, dataEvento))
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

/** The very CNPJ or CPF of the key, and not another branch. */
function isEmitenteMesmo({ chaveAcesso, autor }: EventoLido): boolean {
  return autor.padStart(14, "0") === splitChaveAcesso(chaveAcesso).documento;
}
