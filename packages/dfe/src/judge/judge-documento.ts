import type { Certificado } from "../assinatura/certificado.ts";
import {
  type Assinado,
  findAssinado,
  findAssinadoInRoot,
  openTarget,
  type SignedTarget,
} from "../assinatura/find-assinado.ts";
import { verifyAssinatura } from "../assinatura/verify-assinatura.ts";
import { checkEstrutura } from "../estrutura/check-estrutura.ts";
import { Findings } from "../findings.ts";
import type { EventoLido, Leitura } from "../leitura.ts";
import { isLocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import type { Achado, Assinatura, CertificadoLido, Trust, Veredito } from "../veredito.ts";
import { type ExpectedSigner, judgeCertificado, judgeOrigem } from "./judge-certificado.ts";
import { judgeConteudo } from "./judge-conteudo.ts";
import { expectedSignerOfEvento, judgeEvento, REGISTRADO } from "./judge-evento.ts";
import { type ActualSigner, expectedSignerOfNota, judgeNota } from "./judge-nota.ts";
import { assinaturaOf, vereditoOf } from "./veredito-of.ts";

/** The result of judging one opened file; `veredito` is null when it is no document. */
export type Judgement = {
  veredito: Veredito | null;
  assinatura: Assinatura;
  achados: Achado[];
  certificado: CertificadoLido | null;
};

/** Judges an opened file on the tree that was read: signature, signer and chain, then key, fields
 * and protocolo. For a document that is not read completely, only the signature is judged. */
export function judgeDocumento(opened: OpenedDfe, trust: Trust): Judgement {
  if (!isDocumento(opened.leitura)) return judgeMensagem(opened);
  const findings = new Findings();
  judgeLeitura(opened.leitura, findings);
  if (!opened.parsed) return conclude(findings, null);
  const target = findTarget(opened);
  if (!target) findings.add("sem-assinatura");
  judgeConteudo(opened, target, findings);
  const certificado = target && verifyAssinatura(target, findings);
  const documento = certificado?.documento ?? null;
  const expected = judgeFiscal(opened, { documento, confianca: trust }, findings);
  if (certificado && expected) judgeCertificado(certificado, expected, { confianca: trust, findings });
  else if (certificado) judgeOrigem(certificado, [certificado.validoDe], { confianca: trust, findings });
  // Layout checks come last, since they may fill the list of findings.
  judgeEstrutura(opened, findings);
  return conclude(findings, certificado);
}

/** The result for a message, a summary, a batch or no DF-e: none of them is signed as a whole. */
const NOT_JUDGED: Judgement = {
  veredito: null,
  assinatura: { estado: "ausente", motivos: [] },
  achados: [],
  certificado: null,
};

/** SEFAZ may sign its messages: the state of that signature is reported, but proves no document. */
function judgeMensagem(opened: OpenedDfe): Judgement {
  const target = opened.leitura.kind === "mensagem" ? findTarget(opened) : null;
  if (!target) return NOT_JUDGED;
  const findings = new Findings();
  verifyAssinatura(target, findings);
  return { ...NOT_JUDGED, assinatura: assinaturaOf(findings.all()) };
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

function findTarget({ parsed, location }: OpenedDfe): SignedTarget | null {
  const assinado = locateAssinado(parsed, location);
  return assinado && openTarget(assinado);
}

function locateAssinado(parsed: OpenedDfe["parsed"], location: OpenedDfe["location"]): Assinado | null {
  if (location && isLocatedDocumento(location)) return location;
  if (location?.kind === "outro-dfe") return findAssinadoInRoot(location.payload);
  return parsed && findAssinado(parsed.root);
}

/** Judges the fiscal content. Returns the expected signer, or null when it is unknown. */
function judgeFiscal(
  { leitura, location }: OpenedDfe,
  actual: ActualSigner,
  findings: Findings,
): ExpectedSigner | null {
  if (leitura.kind === "outro-dfe") findings.add("conteudo-nao-conferido");
  if (!location || !isLocatedDocumento(location)) return null;
  if (leitura.kind === "nota") {
    judgeNota(location, { nota: leitura.nota, actual }, findings);
    return expectedSignerOfNota(location, leitura.nota);
  }
  if (leitura.kind === "evento") {
    judgeEvento(location, { evento: leitura.evento, confianca: actual.confianca }, findings);
    return expectedSignerOfEvento(location, leitura.evento);
  }
  return null;
}

/** Layout findings are advice: SEFAZ checked the layout before it authorized the document. */
function judgeEstrutura({ leitura, location }: OpenedDfe, findings: Findings): void {
  const isLido = leitura.kind === "nota" || leitura.kind === "evento";
  if (!isLido || !location || !isLocatedDocumento(location)) return;
  for (const { regra, ...onde } of checkEstrutura(location.assinado)) findings.add(regra, onde);
}

/** Judges SEFAZ's answer to an evento without the evento:
 * no autor signed it, so only SEFAZ can confirm it. */
export function judgeSoRegistro({ cStat, ambiente }: EventoLido): Judgement {
  const findings = new Findings();
  findings.add("so-registro");
  if (!REGISTRADO.has(cStat ?? "")) findings.add("evento-nao-registrado", { detalhe: cStat ?? "" });
  if (ambiente === "2") findings.add("ambiente-homologacao");
  return conclude(findings, null);
}

function conclude(findings: Findings, certificado: Certificado | null): Judgement {
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
