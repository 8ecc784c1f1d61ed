import type { Certificado } from "../assinatura/certificado.ts";
import {
  type Alvo,
  type Assinado,
  findAssinado,
  findAssinadoNaRaiz,
  openAlvo,
} from "../assinatura/find-assinado.ts";
import { verifyAssinatura } from "../assinatura/verify-assinatura.ts";
import { checkEstrutura } from "../estrutura/check-estrutura.ts";
import { Findings } from "../findings.ts";
import type { EventoLido, Leitura } from "../leitura.ts";
import { isLocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import type { Achado, Assinatura, CertificadoLido, Confianca, Veredito } from "../veredito.ts";
import { type Assinante, judgeCertificado, judgeOrigem } from "./judge-certificado.ts";
import { judgeConteudo } from "./judge-conteudo.ts";
import { assinanteOfEvento, judgeEvento, REGISTRADO } from "./judge-evento.ts";
import { assinanteOfNota, judgeNota, type Signatario } from "./judge-nota.ts";
import { assinaturaOf, vereditoOf } from "./veredito-of.ts";

/** What was found of one opened file; what is no document has no verdict. */
export type Julgamento = {
  veredito: Veredito | null;
  assinatura: Assinatura;
  achados: Achado[];
  certificado: CertificadoLido | null;
};

/** Judges what was opened, from the very tree that was read: its signature, its signer and their chain, then its key, content and
 * protocol against each other. Of a document that is not read whole only the signature is judged. */
export function judgeDocumento(aberto: OpenedDfe, confianca: Confianca): Julgamento {
  if (!isDocumento(aberto.leitura)) return judgeMensagem(aberto);
  const findings = new Findings();
  judgeLeitura(aberto.leitura, findings);
  if (!aberto.parsed) return conclude(findings, null);
  const alvo = findAlvo(aberto);
  if (!alvo) findings.add("sem-assinatura");
  judgeConteudo(aberto, alvo, findings);
  const certificado = alvo && verifyAssinatura(alvo, findings);
  const documento = certificado?.documento ?? null;
  const assinante = judgeFiscal(aberto, { documento, confianca }, findings);
  if (certificado && assinante) judgeCertificado(certificado, assinante, { confianca, findings });
  else if (certificado) judgeOrigem(certificado, [certificado.validoDe], { confianca, findings });
  // Advice comes last: it may fill the list, and nothing that decides must be crowded out.
  judgeEstrutura(aberto, findings);
  return conclude(findings, certificado);
}

/** A message, a summary, a batch, or no DF-e at all: nobody signed it, and nothing is held against it. */
const NAO_JULGADO: Julgamento = {
  veredito: null,
  assinatura: { estado: "ausente", motivos: [] },
  achados: [],
  certificado: null,
};

/** SEFAZ may sign what it answers: whether that signature holds is said, and it proves nothing of any document. */
function judgeMensagem(aberto: OpenedDfe): Julgamento {
  const alvo = aberto.leitura.kind === "mensagem" ? findAlvo(aberto) : null;
  if (!alvo) return NAO_JULGADO;
  const findings = new Findings();
  verifyAssinatura(alvo, findings);
  return { ...NAO_JULGADO, assinatura: assinaturaOf(findings.all()) };
}

function isDocumento({ kind }: Leitura): boolean {
  return kind === "nota" || kind === "evento" || kind === "outro-dfe" || kind === "ilegivel";
}

function judgeLeitura(leitura: Leitura, findings: Findings): void {
  if (leitura.kind !== "ilegivel") return;
  const { motivo, detalhe } = leitura;
  if (motivo === "dtd") findings.add("xml-com-dtd", { detalhe });
  else if (motivo === "versao") findings.add("xml-de-outra-versao", { detalhe });
  else if (motivo === "estrutura" || /^campo-/.test(motivo))
    findings.add("fora-do-leiaute", { detalhe: `${motivo} ${detalhe}` });
  else findings.add("leitura-impossivel", { detalhe: `${motivo} ${detalhe}` });
}

function findAlvo({ parsed, location }: OpenedDfe): Alvo | null {
  const assinado = findLugarDoAssinado(parsed, location);
  return assinado && openAlvo(assinado);
}

function findLugarDoAssinado(parsed: OpenedDfe["parsed"], location: OpenedDfe["location"]): Assinado | null {
  if (location && isLocatedDocumento(location)) return location;
  if (location?.kind === "outro-dfe") return findAssinadoNaRaiz(location.payload);
  return parsed && findAssinado(parsed.root);
}

/** The fiscal half, of what was read: the findings, and who should have signed; null where that is not known. */
function judgeFiscal(
  { leitura, location }: OpenedDfe,
  signatario: Signatario,
  findings: Findings,
): Assinante | null {
  if (leitura.kind === "outro-dfe") findings.add("conteudo-nao-conferido");
  if (!location || !isLocatedDocumento(location)) return null;
  if (leitura.kind === "nota") {
    judgeNota(location, { nota: leitura.nota, signatario }, findings);
    return assinanteOfNota(location, leitura.nota);
  }
  if (leitura.kind === "evento") {
    judgeEvento(location, { evento: leitura.evento, confianca: signatario.confianca }, findings);
    return assinanteOfEvento(location, leitura.evento);
  }
  return null;
}

/** The form is advice: SEFAZ held the document against its layout before it authorized it. */
function judgeEstrutura({ leitura, location }: OpenedDfe, findings: Findings): void {
  const isLido = leitura.kind === "nota" || leitura.kind === "evento";
  if (!isLido || !location || !isLocatedDocumento(location)) return;
  for (const { regra, ...onde } of checkEstrutura(location.assinado)) findings.add(regra, onde);
}

/**
 * Judges SEFAZ's answer to an evento that stands alone: no author signed it, so that nothing but
 * SEFAZ can confirm it.
 */
export function judgeSoRegistro({ cStat, ambiente }: EventoLido): Julgamento {
  const findings = new Findings();
  findings.add("so-registro");
  if (!REGISTRADO.has(cStat ?? "")) findings.add("evento-nao-registrado", { detalhe: cStat ?? "" });
  if (ambiente === "2") findings.add("ambiente-homologacao");
  return conclude(findings, null);
}

function conclude(findings: Findings, certificado: Certificado | null): Julgamento {
  const achados = findings.all();
  return {
    veredito: vereditoOf(achados),
    assinatura: assinaturaOf(achados),
    achados,
    certificado: certificado && show(certificado),
  };
}

function show({ titular, documento, validoDe, validoAte }: Certificado): CertificadoLido {
  return { titular, documento, validoDe: validoDe.toISOString(), validoAte: validoAte.toISOString() };
}
